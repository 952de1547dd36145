using System.Globalization;

namespace Azure.Data.Tables.Filters;

/// <summary>A filter written as an interpolated string: each hole becomes a literal, so that no value can change the filter's meaning.</summary>
internal static class InterpolatedFilter
{
    public static string Format(FormattableString filter)
    {
        ArgumentNullException.ThrowIfNull(filter);
        object?[] arguments = filter.GetArguments();
        var literals = new object[arguments.Length];
        for (int i = 0; i < arguments.Length; i++)
        {
            literals[i] = FilterLiteral.Format(arguments[i]);
        }

        return string.Format(CultureInfo.InvariantCulture, filter.Format, literals);
    }
}
