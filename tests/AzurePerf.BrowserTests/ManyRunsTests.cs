using System.Text;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using Microsoft.Playwright;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>The list of runs after years of use.</summary>
public sealed class ManyRunsTests(PortalInBrowser portal) : IAsyncLifetime
{
    private const int Runs = 10_000;

    /// <summary>Ten times what it takes on an idle machine: slower than this is not slow but broken.</summary>
    private const double LongestMilliseconds = 3_000;

    private static readonly string[] Experiments = ["blob.download", "queue.add", "table.insert", "tcp.rtt"];
    private readonly PortalServer _server = new();

    public async ValueTask InitializeAsync()
    {
        _server.StartServer();
        var reader = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default"), new SeededIdSource(7));
        var specs = Experiments.Select(experiment => reader.Read(Encoding.UTF8.GetBytes($$"""{"experiment": "{{experiment}}", "preset": "quick"}""")).Spec!).ToArray();
        var store = new RunStore(_server.Control.Rows);
        var now = TimeProvider.System.GetUtcNow();
        for (var number = 0; number < Runs; number++)
        {
            var id = IdText.Hash("many", number.ToString(System.Globalization.CultureInfo.InvariantCulture));
            // A minute apart, they lie in two months at most: how many pages a search takes does not depend on today's date.
            var at = now.AddMinutes(-(number + 1));
            await store.PutIndexAsync(
                new()
                {
                    RunId = id,
                    Spec = specs[number % specs.Length] with { Name = $"run {number}" },
                    Owner = number % 7 == 0 ? "ann" : "ci",
                    BodyHash = "x",
                    IndexKey = RunIndexKey.For(id, at),
                    Status = number % 50 == 0 ? RunStatus.Failed : RunStatus.Completed,
                    SubmittedAt = at,
                    EndedAt = at.AddSeconds(number % 300),
                },
                TestContext.Current.CancellationToken);
        }
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Fact]
    public async Task Ten_thousand_runs_are_paged_filtered_and_searched_without_waiting()
    {
        await using var visit = await portal.OpenAsync(address: _server.Address);

        foreach (var address in new[] { "/", "/runs", "/runs?state=failed", "/runs?owner=ann&experiment=queue.add", "/runs?text=run+9999" })
        {
            await visit.GoAsync(address);
            var interactive = await visit.Page.EvaluateAsync<double>("() => performance.getEntriesByType('navigation')[0].domInteractive");
            TestContext.Current.SendDiagnosticMessage($"{address}: interactive after {interactive:0} ms");
            Assert.InRange(interactive, 0, LongestMilliseconds);
        }

        await Assertions.Expect(visit.Page.Locator(".empty")).ToContainTextAsync("Older ones were not looked at yet");
        await visit.Page.GetByRole(AriaRole.Link, new() { Name = "Older runs" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator("tbody th a")).ToHaveCountAsync(1);
        Assert.Equal(["run 9999"], await visit.Page.Locator("tbody th a").AllInnerTextsAsync());
        await visit.GoAsync("/runs");
        Assert.Equal("run 0", await visit.Page.Locator("tbody th a").First.InnerTextAsync());
        await visit.Page.GetByRole(AriaRole.Link, new() { Name = "Older runs" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator("tbody th a").First).ToHaveTextAsync("run 50");
        await visit.Page.GetByLabel("Owner").FillAsync("ann");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Filter" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator("tbody th a").Nth(1)).ToHaveTextAsync("run 7");
        Assert.Equal(50, await visit.Page.Locator("tbody tr").CountAsync());
    }
}
