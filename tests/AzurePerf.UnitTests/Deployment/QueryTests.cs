using System.Reflection;
using System.Text.RegularExpressions;
using AzurePerf.TaskManager;
using AzurePerf.UnitTests.Docs;
using Microsoft.Extensions.Logging;
using Xunit;

namespace AzurePerf.UnitTests.Deployment;

public sealed partial class QueryTests
{
    public static TheoryData<string> Queries => [.. Directory.EnumerateFiles(RepositoryFolder.PathOf("deploy/observability"), "*.kql").Select(path => Path.GetFileName(path)!)];

    [Theory]
    [MemberData(nameof(Queries))]
    public void A_query_looks_for_what_the_task_manager_really_logs(string file)
    {
        var said = typeof(TaskManagerOptions).Assembly.GetTypes()
            .SelectMany(type => type.GetMethods(BindingFlags.Instance | BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public))
            .Select(method => method.GetCustomAttribute<LoggerMessageAttribute>()?.Message).OfType<string>().ToHashSet();
        var query = File.ReadAllText(RepositoryFolder.PathOf("deploy/observability/" + file));

        Assert.All(Template().Matches(query), match => Assert.Contains(match.Groups["text"].Value, said));
        Assert.All(Template().Matches(query).SelectMany(match => Property().Matches(query), (match, property) => property.Groups["name"].Value), name =>
            Assert.Contains($"{{{name}}}", Template().Match(query).Groups["text"].Value, StringComparison.Ordinal));
        Assert.Contains($"`{file}`", File.ReadAllText(RepositoryFolder.PathOf("docs/operations.md")), StringComparison.Ordinal);
    }

    [Fact]
    public void Every_alert_asks_a_query_of_the_folder()
    {
        var asked = Asked().Matches(BicepFile.Text("modules/alerts.bicep")).Select(match => match.Groups["file"].Value).ToArray();

        Assert.Equal(3, asked.Length);
        Assert.All(asked, file => Assert.True(File.Exists(RepositoryFolder.PathOf("deploy/observability/" + file)), file));
    }

    [GeneratedRegex("entry.MessageTemplate\\) == \"(?<text>[^\"]+)\"")]
    private static partial Regex Template();

    [GeneratedRegex(@"entry\.Properties\.(?<name>\w+)")]
    private static partial Regex Property();

    [GeneratedRegex(@"loadTextContent\('../../deploy/observability/(?<file>[^']+)'\)")]
    private static partial Regex Asked();
}
