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

    private static readonly EngineTimes Times = new(new EngineOptions().Heartbeat);

    [Fact]
    public void The_page_counts_the_requests_of_an_idle_installation_and_prices_them_by_the_dated_file() =>
        GeneratedBlock.Check("docs/cost.md", "idle", Table([.. IdleRequests.OfTaskManager(Times), IdleRequests.OfScaleRules]));

    [Fact]
    public void The_page_counts_those_of_each_replica_that_is_kept_too() => GeneratedBlock.Check(
        "docs/cost.md", "kept", Table([.. IdleRequests.OfWeb, .. IdleRequests.OfWorker(WorkerPool.Measure, Times, new AzurePerf.Worker.WorkerOptions().LongestIdlePause)]));

    [Theory]
    [InlineData("web")]
    [InlineData("taskmanager")]
    public void The_deployment_lets_the_platform_ask_as_often_as_the_page_says(string app) => Assert.Contains(
        string.Create(CultureInfo.InvariantCulture, $"{{ type: 'Readiness', httpGet: {{ path: '/health/ready', port: 8080 }}, periodSeconds: {IdleRequests.ReadinessProbe.TotalSeconds:0}, "),
        BicepFile.Text($"modules/app-{app}.bicep"),
        StringComparison.Ordinal);

    private static string Table(IReadOnlyList<IdleRequests> requests)
    {
        var prices = PriceList.Shipped;
        var (queue, rows) = (prices.Regions["eastus"]["queue"], prices.Regions["eastus"]["table"]);
        var table = new MarkdownTable("Requests", "Every", "A month", string.Create(CultureInfo.InvariantCulture, $"{prices.Currency} a month, prices of {prices.Date:yyyy-MM-dd}"));
        foreach (var idle in requests)
        {
            var count = Math.Round(idle.In(Month));
            table.Add(idle.What, $"{idle.Every.TotalSeconds.ToString("0", CultureInfo.InvariantCulture)} s", count.ToString("#,0", CultureInfo.InvariantCulture), (count / 10_000 * (idle.OnQueue ? queue : rows)).ToString("0.00", CultureInfo.InvariantCulture));
        }

        return table.ToString();
    }
}
