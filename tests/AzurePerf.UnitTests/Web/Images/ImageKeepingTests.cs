using AzurePerf.Core.Limits;
using AzurePerf.Core.Products;
using AzurePerf.Storage.Products;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Images;

public sealed class ImageKeepingTests
{
    private const string Address = "/api/v1/images/keeping";
    private static readonly PriceList Prices = PriceList.Shipped with { Products = new KeepingPrices(GigabyteMonth: 0.12, SlotHour: 0.12) };

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Each_kind_that_was_counted_has_its_costs_and_an_advice_with_its_reason()
    {
        await using var web = new WebUnderTest(services => services.AddSingleton(Prices));
        await CountAsync(web, (ProductKinds.Image, 3.6), (ProductKinds.Source, 3.6), (ProductKinds.Request, 1));

        var keeping = await WebUnderTest.JsonOf(await web.GetAsync(Address));

        var (source, image) = (keeping.GetProperty("kinds")[0], keeping.GetProperty("kinds")[1]);
        Assert.Equal(2, keeping.GetProperty("kinds").GetArrayLength());
        Assert.Equal(
            ("source", "", "no advice: the archive may be slow, or not have it any more"), (Text(source, "kind"), Text(source, "advice"), Text(source, "reason")));
        Assert.Equal(0.12 / 1_000, source.GetProperty("computeCost").GetDouble(), 1e-12);
        Assert.Equal(System.Text.Json.JsonValueKind.Null, source.GetProperty("breakEvenMonths").ValueKind);
        Assert.Equal(("image", "keep"), (Text(image, "kind"), Text(image, "advice")));
        Assert.Equal(0.12 / 1_000, image.GetProperty("computeCost").GetDouble(), 1e-12);
        Assert.Equal(0.12 * 6 / 1e9, image.GetProperty("monthCost").GetDouble(), 1e-15);
        Assert.Equal(1_000.0 * 1_000 / 6, image.GetProperty("breakEvenMonths").GetDouble(), 1e-6);
        Assert.Equal("USD", Text(keeping, "currency"));
        Assert.StartsWith("for one use a month", Text(keeping, "note"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_prices_there_are_counts_and_a_note_that_says_what_to_set()
    {
        await using var web = new WebUnderTest();
        await CountAsync(web, (ProductKinds.Image, 3.6));

        var keeping = await WebUnderTest.JsonOf(await web.GetAsync(Address));

        var image = Assert.Single(keeping.GetProperty("kinds").EnumerateArray());
        Assert.Equal((1, 6, ""), (image.GetProperty("count").GetInt32(), image.GetProperty("bytes").GetInt32(), Text(image, "advice")));
        Assert.Equal(System.Text.Json.JsonValueKind.Null, image.GetProperty("computeCost").ValueKind);
        Assert.Equal("no advice: the price file has no prices of products; Limits:PriceFile names one of your own", Text(keeping, "note"));
    }

    [Fact]
    public async Task What_nobody_counted_yet_is_said()
    {
        await using var web = new WebUnderTest();

        var keeping = await WebUnderTest.JsonOf(await web.GetAsync(Address));

        Assert.Equal("nothing was counted yet: that is done once a day, and an hour after a start", Text(keeping, "note"));
    }

    private static string Text(System.Text.Json.JsonElement element, string name) => element.GetProperty(name).GetString()!;

    private static async Task CountAsync(WebUnderTest web, params (string Kind, double Seconds)[] products)
    {
        var store = new ProductStore(web.Control.Products, web.Control.Rows, new Core.Ids.SeededIdSource(5), WebUnderTest.Clock);
        foreach (var (kind, seconds) in products)
        {
            using var content = new MemoryStream("values"u8.ToArray());
            await store.StoreAsync(
                new(kind, "MOD11A1", new(2024, 1, 25), "key"), content, "image/tiff", new(new string('0', 64), seconds, 1, ""), [], Cancelled);
        }

        var removal = new ProductRemoval(web.Control.Products, web.Control.Rows, WebUnderTest.Clock);
        await foreach (var _ in removal.RemoveDueAsync(TimeSpan.FromDays(30), Cancelled))
        {
        }
    }
}
