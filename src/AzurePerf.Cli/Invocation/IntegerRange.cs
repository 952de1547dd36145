using System.CommandLine;
using System.Globalization;

namespace AzurePerf.Cli.Invocation;

/// <summary>Limits of a whole number on the command line.</summary>
internal static class IntegerRange
{
    public static void Require(Option<int> option, int minimum, int maximum) => option.Validators.Add(result =>
    {
        // A token that is no number is the parser's own fault to report.
        if (result.Tokens is [var token] && int.TryParse(token.Value, CultureInfo.InvariantCulture, out var value) && (value < minimum || value > maximum))
        {
            result.AddError(string.Create(CultureInfo.InvariantCulture, $"{option.Name} must be from {minimum} to {maximum}"));
        }
    });
}
