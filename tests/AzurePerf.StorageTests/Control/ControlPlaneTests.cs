using AzurePerf.Core.Targets;
using AzurePerf.Storage;
using Xunit;

namespace AzurePerf.StorageTests.Control;

public sealed class ControlPlaneTests(AzuriteFixture azurite)
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task It_is_made_whole_and_making_it_again_is_harmless()
    {
        var control = Connect("one");

        await control.CreateAsync(Cancelled);
        await control.CreateAsync(Cancelled);

        await control.ProbeAsync(Cancelled);
        foreach (var table in ControlNames.Tables)
        {
            Assert.Empty(await control.Rows.ListAllAsync(table, Cancelled).ToArrayAsync(Cancelled));
        }

        Assert.Equal(0, await control.RunRequests.CountAsync(Cancelled) + await control.RunRequestPoison.CountAsync(Cancelled)
            + await control.MeasureTasks.CountAsync(Cancelled) + await control.MeasurePoison.CountAsync(Cancelled)
            + await control.BagTasks.CountAsync(Cancelled) + await control.BagPoison.CountAsync(Cancelled)
            + await control.PeerTasks.CountAsync(Cancelled) + await control.PeerPoison.CountAsync(Cancelled));
        Assert.Null(await control.Results.FindAsync("x", Cancelled));
        Assert.Null(await control.Products.FindAsync("x", Cancelled));
        Assert.Null(await control.Programs.FindAsync("x", Cancelled));
    }

    [Fact]
    public async Task Two_of_them_share_an_account_under_different_prefixes()
    {
        var (one, other) = (Connect("two"), Connect("three"));
        await one.CreateAsync(Cancelled);
        await other.CreateAsync(Cancelled);

        await one.Rows.PutAsync(ControlNames.LeasesTable, new("p", "r") { ["v"] = 1 }, Cancelled);
        await one.RunRequests.PutAsync("x", TimeSpan.Zero, Cancelled);
        await one.Results.PutAsync("x", BinaryData.FromString("x"), Cancelled);
        await one.Products.PutAsync("x", BinaryData.FromString("x"), Cancelled);

        Assert.Null(await other.Rows.FindAsync(ControlNames.LeasesTable, "p", "r", Cancelled));
        Assert.Equal(0, await other.RunRequests.CountAsync(Cancelled));
        Assert.Null(await other.Results.FindAsync("x", Cancelled));
        Assert.Null(await other.Products.FindAsync("x", Cancelled));
    }

    private ControlPlane Connect(string prefix) => ControlPlane.Connect(StorageAccountAddress.Parse(azurite.ConnectionString), prefix + azurite.NewName(), new());
}
