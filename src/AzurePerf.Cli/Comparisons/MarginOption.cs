using System.CommandLine;
using System.Globalization;

namespace AzurePerf.Cli.Comparisons;

/// <summary>The option that takes a share: 5% or 0.05.</summary>
internal static class MarginOption
{
    public static Option<double?> Create(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "SHARE",
        CustomParser = result =>
        {
            if (Read(result.Tokens[0].Value) is { } share)
            {
                return share;
            }

            result.AddError($"{name} must be a share from 0 to 100%, such as 5% or 0.05");
            return null;
        },
    };

    /// <summary>The share that a text means, or null.</summary>
    internal static double? Read(string text)
    {
        var percent = text.EndsWith('%');
        var digits = percent ? text[..^1].TrimEnd() : text;
        return decimal.TryParse(digits, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var value)
            && (percent ? value / 100 : value) is <= 1 and var share
            ? (double)share
            : null;
    }
}
