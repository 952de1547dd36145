using System.Globalization;
using AzurePerf.Core.Limits;
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
        var prices = PriceList.Shipped;
        var (queue, rows) = (prices.Regions[PriceList.AnyRegion]["queue"], prices.Regions[PriceList.AnyRegion]["table"]);
        var times = new EngineTimes(new EngineOptions().Heartbeat);
        var table = new MarkdownTable("Requests", "Every", "A month", string.Create(CultureInfo.InvariantCulture, $"{prices.Currency} a month, prices of {prices.Date:yyyy-MM-dd}"));
        foreach (var idle in IdleRequests.OfTaskManager(times).Append(IdleRequests.OfScaleRules))
        {
            var requests = Math.Round(idle.In(Month));
            table.Add(idle.What, $"{idle.Every.TotalSeconds.ToString("0", CultureInfo.InvariantCulture)} s", requests.ToString("#,0", CultureInfo.InvariantCulture), (requests / 10_000 * (idle.OnQueue ? queue : rows)).ToString("0.00", CultureInfo.InvariantCulture));
        }

        GeneratedBlock.Check("docs/cost.md", "idle", table.ToString());
    }
}
