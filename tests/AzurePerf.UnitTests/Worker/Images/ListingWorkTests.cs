using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Ids;
using AzurePerf.Sources;
using AzurePerf.Storage.Products;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Worker.Images;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Images;

public sealed class ListingWorkTests
{
    private readonly MadeGranules _archive = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_granule_whose_positions_are_not_listed_leaves_the_images_of_its_tiles_incomplete()
    {
        var whole = await ListAsync("MOD021KM");
        string[] times = [.. whole.Files.Select(file => file.Name.Split('.')[2]).Distinct()];

        Unlist(times[0]);
        var less = await ListAsync("MOD021KM");
        Unlist(times);
        var none = await ListAsync("MOD021KM");

        Assert.Equal(
            [(times.Length * 2, false), (times.Length * 2 - 2, true), (0, true)],
            new[] { whole, less, none }.Select(listing => Assert.Single(listing.Images)).Select(image => (image.Inputs.Count, image.IsIncomplete)));
        Assert.DoesNotContain(less.Files, file => file.Name.Contains($".{times[0]}.", StringComparison.Ordinal));

        void Unlist(params string[] of) => _archive.Unlisted = file => of.Any(time => file.StartsWith($"MOD03.A2024025.{time}.", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("MOD021KM", "MOD03 with their positions")]
    [InlineData("MOD05_L2", "place of any swath")]
    public async Task A_day_of_which_no_positions_are_listed_is_not_known_rather_than_not_seen(string product, string lacks)
    {
        _archive.Unlisted = file => file.StartsWith("MOD03.", StringComparison.Ordinal);
        _archive.IsUnplaced = product == "MOD05_L2";

        var refused = await Assert.ThrowsAsync<SourceException>(() => ListAsync(product));

        Assert.Equal(
            (SourceCause.Missing, $"The archive has granules of {product} of 2024-01-25, collection 61, and no {lacks}."), (refused.Cause, refused.Message));
    }

    [Fact]
    public async Task A_day_without_granules_needs_no_positions()
    {
        _archive.Unlisted = _ => true;
        _archive.IsUnplaced = true;

        Assert.Empty((await ListAsync("MOD021KM")).Images);
    }

    [Fact]
    public async Task Swaths_by_day_and_by_night_can_be_kept_apart()
    {
        var (any, day, night) = (await TimesAsync(SwathLight.Any), await TimesAsync(SwathLight.Day), await TimesAsync(SwathLight.Night));

        // Tile h18v04 lies between 0 and 15 degrees east: Terra sees it by day about 10 UTC.
        Assert.All(day, time => Assert.InRange(time, 800, 1300));
        Assert.All(night, time => Assert.InRange(time, 1900, 2400));
        Assert.NotEmpty(day);
        Assert.NotEmpty(night);
        Assert.Equal(any, day.Concat(night).Order());

        async Task<int[]> TimesAsync(SwathLight light) =>
            [.. (await ListAsync("MOD11_L2", light)).Files.Select(file => int.Parse(file.Name.Split('.')[2], System.Globalization.CultureInfo.InvariantCulture)).Order()];
    }

    private async Task<DayListing> ListAsync(string product, SwathLight light = SwathLight.Any)
    {
        var control = new InMemoryControlPlane(new FakeTimeProvider());
        await control.Products.CreateAsync(Cancelled);
        var store = new ProductStore(control.Products, control.Rows, new SeededIdSource(1), new FakeTimeProvider());
        var context = new FakeTaskContext { Options = new ModisPipelineOptions { Product = product, Area = "h18v04", From = "2024-01-25", Days = 1, Light = light } };
        return DayListing.Read(await new ListingWork(_archive, new ArchiveOptions(), store).ExecuteAsync(context, Cancelled));
    }
}
