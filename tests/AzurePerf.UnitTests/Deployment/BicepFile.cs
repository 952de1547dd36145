using System.Text.RegularExpressions;
using AzurePerf.UnitTests.Docs;

namespace AzurePerf.UnitTests.Deployment;

/// <summary>What tests need of a bicep file, by its text: the check in .ci/bicep parses it.</summary>
internal static partial class BicepFile
{
    public static string Text(string name) => File.ReadAllText(RepositoryFolder.PathOf("bicep/" + name));

    /// <summary>The environment variables that an app is given.</summary>
    public static IReadOnlyList<string> VariablesOf(string app) =>
        [.. Variable().Matches(Text($"modules/app-{app}.bicep")).Select(match => match.Groups["name"].Value).Distinct()];

    /// <summary>What begins the names of the variables that it is given by a parameter.</summary>
    public static IReadOnlyList<string> PrefixesOf(string app) =>
        [.. Prefix().Matches(Text($"modules/app-{app}.bicep")).Select(match => match.Groups["prefix"].Value).Distinct()];

    [GeneratedRegex(@"\{ name: '(?<prefix>[A-Za-z_]+)\$\{")]
    private static partial Regex Prefix();

    [GeneratedRegex(@"\{ name: '(?<name>[A-Za-z0-9_]+)', (value|secretRef): ")]
    private static partial Regex Variable();
}
