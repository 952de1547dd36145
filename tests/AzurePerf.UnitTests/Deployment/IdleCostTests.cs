using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Workers;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Docs;
using Xunit;

namespace AzurePerf.UnitTests.Deployment;

public sealed class IdleCostTests
{
    private static readonly TimeSpan Month = TimeSpan.FromDays(30);

    [Fact]
    public void The_page_counts_the_requests_of_an_idle_installation_and_prices_them_by_the_dated_file()
    {
        using var prices = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.PathOf("deploy/prices.json")));
        var per10000 = prices.RootElement.GetProperty("per10000");
        var (queue, rows) = (per10000.GetProperty("queueOperations").GetDouble(), per10000.GetProperty("tableOperations").GetDouble());
        var times = new EngineTimes(new EngineOptions().Heartbeat);
        var table = new MarkdownTable("Requests", "Every", "A month", $"{prices.RootElement.GetProperty("currency").GetString()} a month, prices of {prices.RootElement.GetProperty("asOf").GetString()}");
        foreach (var idle in IdleRequests.OfTaskManager(times).Append(IdleRequests.OfScaleRules))
        {
            var requests = Math.Round(idle.In(Month));
            table.Add(idle.What, $"{idle.Every.TotalSeconds.ToString("0", CultureInfo.InvariantCulture)} s", requests.ToString("#,0", CultureInfo.InvariantCulture), (requests / 10_000 * (idle.OnQueue ? queue : rows)).ToString("0.00", CultureInfo.InvariantCulture));
        }

        GeneratedBlock.Check("docs/cost.md", "idle", table.ToString());
    }
}
