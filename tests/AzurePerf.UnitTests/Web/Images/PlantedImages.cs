using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Products;
using Xunit;

namespace AzurePerf.UnitTests.Web.Images;

/// <summary>A run of modis.pipeline that has ended, with the products and the manifest that its tasks stored.</summary>
internal sealed class PlantedImages
{
    public const string Legend = """
        {"title":"Temperature of the land surface by day","subject":"MOD11A1.LST_Day_1km.good","aggregate":"mean","first":"2024-01-25",
        "last":"2024-01-26","unit":"K","low":270,"high":300,"coverage":0.61,"projection":"geographic","resampling":"nearest","columns":1200,
        "rows":600,"bounds":{"west":5,"south":45,"east":16,"north":55},"colours":["#000004","#bc3754","#fcffa4"]}
        """;

    /// <summary>An item as the catalogue has it.</summary>
    public static string Item(string file) => $"{{\"assets\":{{\"image\":{{\"href\":\"./{file}\"}}}}}}";

    public const string Zones = "south,north,mean,min,max,unit,cells,coverage\n45,46,281.51,270.1,290.25,K,1200,0.5\n46,47,,,,K,0,0\n";
    public static readonly byte[] Png = [0x89, 0x50, 0x4E, 0x47, 1, 2, 3];
    private readonly WebUnderTest _web;
    private readonly List<JsonNode> _results = [];
    private readonly List<JsonNode> _periods = [];
    private readonly List<JsonNode> _images = [];
    private readonly List<JsonNode> _gaps = [];
    private readonly List<JsonNode> _notListed = [];

    private PlantedImages(WebUnderTest web, SeededRun run, ImageRequest request) => (_web, Seeded, Request) = (web, run, request);

    public SeededRun Seeded { get; }

    public ImageRequest Request { get; }

    public string Id => Seeded.Id;

    public string Address => $"/api/v1/runs/{Id}/images";

    public ProductStore Store => new(_web.Control.Products, _web.Control.Rows, new SeededIdSource(5), WebUnderTest.Clock);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>A run whose manifest is still to be stored.</summary>
    public static async Task<PlantedImages> BeginAsync(
        WebUnderTest web, string parameters = """{"area":"box 5 45 16 55","days":2,"reductions":"picture zones"}""", int minutesAgo = 10,
        RunStatus status = RunStatus.Completed)
    {
        var run = await SeededRun.SubmitAsync(web, $$"""{"experiment":"modis.pipeline","parameters":{{parameters}}}""", minutesAgo);
        await run.StoreAsync(status, run.Bag(5, 1) with
        {
            Name = ImageStages.Manifest,
            Closed = status.IsTerminal(),
            Created = 1,
            Dispatched = 1,
            Finished = status.IsTerminal() ? 1 : 0,
        });
        var options = (ModisPipelineOptions)RunPlanner.BindStages(Shipped.Experiments.Find("modis.pipeline")!, run.Run.Spec);
        return new(web, run, ImageRequest.Read(options).Request!);
    }

    /// <summary>A run with a picture, zones, a period that failed, an image of a day and a gap.</summary>
    public static async Task<PlantedImages> OfAsync(WebUnderTest web, int minutesAgo = 10)
    {
        var images = await BeginAsync(web, minutesAgo: minutesAgo);
        await images.AddResultAsync("picture", "picture-aaaa-1", 0.61,
            ("picture.png", "image/png", Png), ("picture.json", "application/json", Encoding.UTF8.GetBytes(Legend)),
            ("picture.tif", "image/tiff; application=geotiff; profile=cloud-optimized", [73, 73, 42, 0]));
        await images.AddResultAsync("zones", "zones-aaaa-1", 0.5, ("zones.csv", "text/csv", Encoding.UTF8.GetBytes(Zones)));
        await images.AddPeriodAsync("h18v04", "h18v04-aaaa-1.tif");
        images.AddMissingPeriod("h19v04");
        await images.AddImageAsync("h18v04", new(2024, 1, 25), "h18v04-bbbb-1.tif");
        images.AddGap("h18v03", new(2024, 1, 26));
        await images.StoreManifestAsync();
        return images;
    }

    public async Task AddResultAsync(
        string reduction, string key, double coverage, params (string Name, string ContentType, byte[] Content)[] files)
    {
        var made = files.Select((file, place) => (Suffix: place == 0 ? "" : "." + file.Name, file.Name, file.ContentType, file.Content))
            .ToArray();
        await StoreAsync(
            new(ProductKinds.Result, Request.Subject.Product.Id, Request.Days[0], key), made[0].Content, made[0].ContentType, coverage,
            [.. made.Skip(1).Select(file => new FileBeside(file.Suffix, file.ContentType, BinaryData.FromBytes(file.Content)))]);
        _results.Add(ResultOf(reduction, key, coverage, made.Select(file => (file.Name, file.Suffix, file.ContentType))));
    }

    /// <summary>Names a result that was planned and not made.</summary>
    public void AddResultNotMade(string reduction, string key)
    {
        var result = ResultOf(reduction, key, 0, []);
        result["valuesHash"] = "";
        _results.Add(result);
    }

    /// <summary>Names a result as a manifest of somebody who means harm would.</summary>
    public void Name(string reduction, string key, string name, string suffix, string contentType) =>
        _results.Add(ResultOf(reduction, key, 1, [(name, suffix, contentType)]));

    public async Task AddPeriodAsync(string tile, string key)
    {
        await StoreAsync(
            ImageNames.OfPeriod(Request, Request.Days[0], key), [1, 2, 3, 4, 5], "image/tiff", 0.5,
            [new(".json", "application/geo+json", BinaryData.FromString(Item(key))), new(".days.tif", "image/tiff", BinaryData.FromString("days"))]);
        _periods.Add(PeriodOf(tile, key, HashOf(key)));
    }

    public void AddMissingPeriod(string tile) => _periods.Add(PeriodOf(tile, $"{tile}-aaaa-2.tif", ""));

    public async Task AddImageAsync(string tile, DateOnly day, string key)
    {
        await StoreAsync(ImageNames.OfDay(Request, day, key), [9, 8, 7], "image/tiff", 0.4, []);
        Name(tile, day, key);
    }

    /// <summary>Names an image of a day without storing it.</summary>
    public void Name(string tile, DateOnly day, string key) => _images.Add(new JsonObject
    {
        ["tile"] = tile,
        ["day"] = $"{day:yyyy-MM-dd}",
        ["key"] = key,
        ["valuesHash"] = HashOf(key),
        ["coverage"] = 0.4,
        ["inputMissing"] = false,
        ["inputs"] = new JsonArray("granule.a", "granule.b"),
    });

    public void AddGap(string tile, DateOnly day) => _gaps.Add(new JsonObject { ["tile"] = tile, ["day"] = $"{day:yyyy-MM-dd}" });

    public void AddNotListed(string tile, DateOnly day) => _notListed.Add(new JsonObject { ["tile"] = tile, ["day"] = $"{day:yyyy-MM-dd}" });

    public async Task StoreManifestAsync(string? text = null)
    {
        var manifest = new JsonObject
        {
            ["schema"] = 1,
            ["request"] = new JsonObject { ["product"] = "MOD11A1", ["nested"] = new JsonObject { ["a"] = new JsonArray(1, 2) } },
            ["results"] = new JsonArray([.. _results]),
            ["periods"] = new JsonArray([.. _periods]),
            ["images"] = new JsonArray([.. _images]),
            ["notCovered"] = new JsonArray([.. _gaps]),
            ["notListed"] = new JsonArray([.. _notListed]),
        };
        await StoreAsync(ImageNames.ProvenanceOf(Request, Id), "{\"schema\":1}"u8.ToArray(), "application/json", 1, []);
        await StoreAsync(
            ImageNames.ManifestOf(Request, Id), Encoding.UTF8.GetBytes(text ?? manifest.ToJsonString(new() { WriteIndented = true })),
            "application/json", 1, []);
    }

    /// <summary>Puts other bytes in the place of a blob, under what is known of it.</summary>
    public async Task StoreAnewAsync(string name, byte[] content, string without = "")
    {
        var known = (await _web.Control.Products.FindHeadAsync(name, Cancelled))!;
        await _web.Control.Products.PutAsync(
            name, BinaryData.FromBytes(content), new("image/png", known.Metadata.Where(pair => pair.Key != without).ToDictionary()), Cancelled);
    }

    private static string HashOf(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    private JsonObject PeriodOf(string tile, string key, string hash) => new()
    {
        ["tile"] = tile,
        ["first"] = $"{Request.Days[0]:yyyy-MM-dd}",
        ["last"] = $"{Request.Days[^1]:yyyy-MM-dd}",
        ["key"] = key,
        ["valuesHash"] = hash,
        ["coverage"] = 0.5,
        ["days"] = new JsonArray(),
    };

    private JsonObject ResultOf(string reduction, string key, double coverage, IEnumerable<(string Name, string Suffix, string ContentType)> files) => new()
    {
        ["reduction"] = reduction,
        ["first"] = $"{Request.Days[0]:yyyy-MM-dd}",
        ["last"] = $"{Request.Days[^1]:yyyy-MM-dd}",
        ["key"] = key,
        ["valuesHash"] = HashOf(key),
        ["coverage"] = coverage,
        ["files"] = new JsonArray([.. files.Select(file => new JsonObject
        {
            ["name"] = file.Name,
            ["suffix"] = file.Suffix,
            ["contentType"] = file.ContentType,
        })]),
        ["tiles"] = new JsonArray("h18v04-aaaa-1.tif"),
    };

    private async Task StoreAsync(
        ProductName name, byte[] content, string contentType, double coverage, IReadOnlyList<FileBeside> beside)
    {
        using var stream = new MemoryStream(content);
        await Store.StoreAsync(
            name, stream, contentType, new(Convert.ToHexStringLower(SHA256.HashData(content)), 1, coverage, ""), beside, Cancelled);
    }
}
