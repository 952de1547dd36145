using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace AzurePerf.Cli.Invocation;

/// <summary>Options that take a whole number, with limits said in the complaint.</summary>
internal static class IntegerOption
{
    /// <summary>An option with a default, which the help shows.</summary>
    public static Option<int> Create(string name, string description, int minimum, int maximum, int byDefault) => new(name)
    {
        Description = description,
        HelpName = "N",
        DefaultValueFactory = _ => byDefault,
        CustomParser = result => Parse(result, name, minimum, maximum) ?? byDefault,
    };

    /// <summary>An option that is null when it is not given.</summary>
    public static Option<int?> CreateOptional(string name, string description, int minimum, int maximum) => new(name)
    {
        Description = description,
        HelpName = "N",
        CustomParser = result => Parse(result, name, minimum, maximum),
    };

    private static int? Parse(ArgumentResult result, string name, int minimum, int maximum)
    {
        if (int.TryParse(result.Tokens[0].Value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value)
            && value >= minimum && value <= maximum)
        {
            return value;
        }

        result.AddError(string.Create(CultureInfo.InvariantCulture, $"{name} must be a whole number from {minimum} to {maximum}"));
        return null;
    }
}
