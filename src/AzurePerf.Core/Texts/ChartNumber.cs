using System.Globalization;

namespace AzurePerf.Core.Texts;

/// <summary>Numbers as charts have them: rounded once, to the digits that people are shown, so that every rendering has the same.</summary>
public static class ChartNumber
{
    /// <summary>As <see cref="NumberFormat.Significant"/> prints.</summary>
    public const int Digits = 3;

    /// <summary>For a course over time, whose changes may be small beside its values.</summary>
    public const int FineDigits = 5;

    private const int MostDecimals = 12;

    /// <summary>So many significant digits, or more before the decimal point.</summary>
    public static double Round(double value, int digits = Digits)
    {
        if (value == 0 || !double.IsFinite(value))
        {
            return 0;
        }

        var rounded = Cut(value, digits);
        return Cut(rounded, digits);
    }

    /// <inheritdoc cref="Round(double, int)"/>
    public static double? Round(double? value, int digits = Digits) =>
        value is { } known && double.IsFinite(known) ? Round(known, digits) : null;

    /// <summary>For people: groups of three digits before the decimal point.</summary>
    public static string Text(double value) => value.ToString("#,0.############", CultureInfo.InvariantCulture);

    private static double Cut(double value, int digits) =>
        Math.Round(value, Math.Clamp(digits - 1 - (int)Math.Floor(Math.Log10(Math.Abs(value))), 0, MostDecimals),
            MidpointRounding.AwayFromZero);
}
