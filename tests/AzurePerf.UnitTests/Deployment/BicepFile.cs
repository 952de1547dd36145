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

    [GeneratedRegex(@"\{ name: '(?<name>[A-Za-z0-9_]+)', (value|secretRef): ")]
    private static partial Regex Variable();
}
