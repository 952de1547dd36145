using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Workers;
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
        foreach (var (what, every, count, price) in new[]
        {
            ("TaskManager asks `run-requests`", TimeSpan.FromSeconds(1), 1, queue),
            ("TaskManager reads the workers", times.WorkerRead, 1, rows),
            ("TaskManager sweeps this and last month's index", times.Sweep, 2, rows),
            ("TaskManager renews its lead", times.Heartbeat / 2, 1, rows),
            ("TaskManager reads the schedules", TimeSpan.FromSeconds(20), 1, rows),
            ("scale rules count two queues", CloudScaling.Polling, 2, queue),
        })
        {
            var requests = Math.Round(count * (Month / every));
            table.Add(what, $"{every.TotalSeconds.ToString("0", CultureInfo.InvariantCulture)} s", requests.ToString("#,0", CultureInfo.InvariantCulture), (requests / 10_000 * price).ToString("0.00", CultureInfo.InvariantCulture));
        }

        GeneratedBlock.Check("docs/cost.md", "idle", table.ToString());
    }
}
