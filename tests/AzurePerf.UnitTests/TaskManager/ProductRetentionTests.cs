using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Products;
using AzurePerf.Storage.Rights;
using AzurePerf.Testing.Storage;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

public sealed class ProductRetentionTests
{
    private static readonly ProductName Name = new(ProductKinds.Image, "MOD04_L2", new(2010, 6, 21), "a");

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(30)]
    [InlineData(90)]
    public async Task The_leader_removes_a_product_when_nobody_used_it_for_the_days_that_are_set(int days)
    {
        var engine = new TaskManagerUnderTest { Options = new() { ProductRetention = TimeSpan.FromDays(days) } };
        engine.Restart();
        await StoreAsync(engine.Control.AsControlPlane(), engine);

        await AfterAsync(engine, TimeSpan.FromDays(days - 1));
        Assert.NotEmpty(engine.Control.Products.Names);
        Assert.Equal([(ProductKinds.Image, 1L, 6L)], (await StoreOf(engine.Control.AsControlPlane(), engine).KindsAsync(Cancelled)).Select(sum => (sum.Kind, sum.Count, sum.Bytes)));

        await AfterAsync(engine, TimeSpan.FromDays(2));
        Assert.Empty(engine.Control.Products.Names);
        Assert.Equal(0, engine.Control.Rows.Count(ControlNames.ProductsTable));
    }

    [Fact]
    public async Task What_was_used_since_the_oldest_open_run_was_submitted_stays_however_long_ago_that_was()
    {
        var engine = new TaskManagerUnderTest
        {
            Options = new() { ProductRetention = TimeSpan.FromDays(1), WorkerWaitLimit = TimeSpan.FromDays(365) },
        };
        engine.Restart();
        var runId = await engine.SubmitAsync(Runs.SampleSpecs.Of("""{ "experiment": "selftest.bag", "parameters": { "tasks": 1 } }"""));
        await StoreAsync(engine.Control.AsControlPlane(), engine);

        for (var weeks = 0; weeks < 14; weeks++)
        {
            await AfterAsync(engine, TimeSpan.FromDays(7));
            Assert.False((await engine.Runs.FindAsync(runId, Cancelled))!.Status.IsTerminal());
            Assert.NotEmpty(engine.Control.Products.Names);
        }
    }

    [Fact]
    public async Task All_products_are_looked_at_once_a_day()
    {
        var engine = new TaskManagerUnderTest();
        RequestCountingRows counted = null!;
        engine.RowStore = rows => counted = new(rows, ControlNames.ProductsTable);
        engine.Restart();

        await AfterAsync(engine, TimeSpan.FromMinutes(50));
        Assert.Equal(0, counted.Requests);

        await AfterAsync(engine, TimeSpan.FromMinutes(20));
        await AfterAsync(engine, TimeSpan.FromHours(22));
        Assert.Equal(1, counted.Requests);

        await AfterAsync(engine, TimeSpan.FromHours(3));
        Assert.Equal(2, counted.Requests);
    }

    [Theory]
    [InlineData(ControlHost.TaskManager)]
    [InlineData(ControlHost.BagWorker)]
    public async Task Who_makes_or_removes_products_may_store_and_find_them(ControlHost host)
    {
        var engine = new TaskManagerUnderTest();

        await StoreAsync(CheckedRights.Of(host, engine.Control.AsControlPlane()), engine);

        Assert.NotNull(await StoreOf(CheckedRights.Of(host, engine.Control.AsControlPlane()), engine).FindAsync(Name, Cancelled));
    }

    [Fact]
    public async Task The_portal_finds_and_opens_products_and_notes_the_use_but_stores_none()
    {
        var engine = new TaskManagerUnderTest();
        await StoreAsync(engine.Control.AsControlPlane(), engine);
        engine.Time.Advance(TimeSpan.FromDays(1));
        var plane = CheckedRights.Of(ControlHost.Web, engine.Control.AsControlPlane());

        Assert.NotNull(await StoreOf(plane, engine).FindAsync(Name, Cancelled));
        Assert.NotNull(await StoreOf(plane, engine).OpenAsync(Name, "", Cancelled));
        await Assert.ThrowsAsync<InvalidOperationException>(() => StoreAsync(plane, engine));
    }

    [Theory]
    [InlineData(ControlHost.MeasureWorker)]
    [InlineData(ControlHost.PeerWorker)]
    [InlineData(ControlHost.Scaler)]
    public void Who_measures_has_no_right_to_products(ControlHost host) =>
        Assert.DoesNotContain(ControlRights.All, right => right.Host == host && right.Part.Name == ControlNames.ProductsTable);

    private static ProductStore StoreOf(ControlPlane plane, TaskManagerUnderTest engine) => new(plane.Products, plane.Rows, new SeededIdSource(1), engine.Time);

    private static async Task StoreAsync(ControlPlane plane, TaskManagerUnderTest engine)
    {
        using var content = new MemoryStream([1, 2, 3, 4, 5, 6]);
        await StoreOf(plane, engine).StoreAsync(Name, content, "image/tiff", new(new('a', 64), 1, 1, ""), [], Cancelled);
    }

    private static async Task AfterAsync(TaskManagerUnderTest engine, TimeSpan passed)
    {
        engine.Time.Advance(passed);
        await engine.RoundsAsync(TimeSpan.FromSeconds(5));
    }
}
