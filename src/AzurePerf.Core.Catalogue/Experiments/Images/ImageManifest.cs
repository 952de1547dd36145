using System.Text.Json;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Imagery.Images;

namespace AzurePerf.Core.Experiments.Images;

/// <summary>
/// What a request made of what. Names, parameters and hashes of decoded values only: whenever the same is made of the same, the bytes are
/// the same. Compressed sizes, times and workers are not in it.
/// </summary>
/// <param name="request">What was asked for.</param>
/// <param name="products">What the stages brought.</param>
public sealed class ImageManifest(ImageRequest request, IStageProducts products)
{
    private const int Schema = 1;
    private const int BytesAtOnce = 64 * 1024;

    private readonly ImageOrders _orders = new(request, products);

    /// <summary>Writes it; an entry at a time, because it may have a million.</summary>
    public async Task WriteAsync(Stream stream, CancellationToken cancellationToken)
    {
        await using var json = new Utf8JsonWriter(stream, new() { Indented = true, NewLine = "\n" });
        json.WriteStartObject();
        json.WriteNumber("schema", Schema);
        WriteRequest(json);
        json.WriteStartArray("results");
        await foreach (var (result, made) in StageJoin.OfAsync(
            _orders.ResultsAsync(), products.OfAsync(ImageStages.Reduction), result => result.IsOrdered))
        {
            WriteResult(json, result, made);
            await FlushAsync(json, cancellationToken);
        }

        json.WriteEndArray();
        json.WriteStartArray("periods");
        await foreach (var (period, made) in StageJoin.OfAsync(
            _orders.PeriodsAsync(), products.OfAsync(ImageStages.Aggregation), period => period.IsOrdered))
        {
            WritePeriod(json, period, made);
            await FlushAsync(json, cancellationToken);
        }

        json.WriteEndArray();
        json.WriteStartArray("images");
        var ofMade = false;
        await foreach (var (image, made) in StageJoin.OfAsync(
            _orders.PlannedAsync(), products.OfAsync(ImageStages.Reprojection), image => image.IsOrdered))
        {
            var granules = image.Granules ?? made?.Granules;
            WriteImage(json, image, made, granules?.Unreadable ?? []);
            ofMade |= granules?.AreMade == true;
            await FlushAsync(json, cancellationToken);
        }

        json.WriteEndArray();
        json.WriteStartArray("notCovered");
        await foreach (var product in products.OfAsync(ImageStages.Listing))
        {
            WriteNotCovered(json, product);
            await FlushAsync(json, cancellationToken);
        }

        json.WriteEndArray();
        json.WriteStartArray("notListed");
        await foreach (var (day, tiles) in _orders.NotListedAsync())
        {
            WriteTiles(json, day, tiles.Select(tile => tile.ToString()));
            await FlushAsync(json, cancellationToken);
        }

        json.WriteEndArray();
        json.WriteBoolean("ofMadeGranules", ofMade);
        json.WriteEndObject();
    }

    private void WriteRequest(Utf8JsonWriter json)
    {
        var (options, subject) = (request.Options, request.Subject);
        json.WriteStartObject("request");
        json.WriteString("product", subject.Product.Id);
        json.WriteString("dataSet", string.Join(' ', request.Layers.Select(layer => layer.Subject.DataSet.Name)));
        json.WriteString("band", subject.BandName);
        json.WriteString("quality", subject.Quality);
        json.WriteString("area", options.Area);
        json.WriteString("from", options.From);
        json.WriteNumber("days", options.Days);
        json.WriteString("merge", Name(options.Merge));
        if (options.Light != SwathLight.Any)
        {
            json.WriteString("light", Name(options.Light));
        }

        json.WriteString("aggregate", Name(options.Aggregate));
        json.WriteNumber("aggregateDays", options.AggregateDays);
        json.WriteString("reductions", string.Join(' ', request.Reductions));
        if (options.Program.Length > 0)
        {
            json.WriteString("program", options.Program);
        }

        json.WriteString("missing", Name(options.Missing));
        json.WriteString("projection", Name(options.Projection));
        json.WriteString("resampling", Name(options.Resampling));
        json.WriteString("kernels", KernelVersion.Current);
        json.WriteEndObject();
    }

    /// <summary>Which data set an entry shows, where the request has several.</summary>
    private void WriteLayer(Utf8JsonWriter json, int layer)
    {
        if (request.Layers.Count > 1)
        {
            json.WriteString("dataSet", request.Layers[layer].Subject.DataSet.Name);
        }
    }

    private void WriteResult(Utf8JsonWriter json, PlannedResult result, MadeProduct? made)
    {
        json.WriteStartObject();
        json.WriteString("reduction", result.Reduction);
        if (result.Reduction != RequestReductions.Program)
        {
            WriteLayer(json, result.Layers[0]);
        }

        json.WriteString("first", ImageKeys.Text(result.Period.First));
        json.WriteString("last", ImageKeys.Text(result.Period.Last));
        WriteMade(json, result.Key, made);
        json.WriteStartArray("files");
        foreach (var file in made?.Files ?? [])
        {
            json.WriteStartObject();
            json.WriteString("name", file.Name);
            json.WriteString("suffix", file.Suffix);
            json.WriteString("contentType", file.ContentType);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        WriteTexts(json, "tiles", result.Tiles);
        json.WriteEndObject();
    }

    private void WritePeriod(Utf8JsonWriter json, PlannedPeriod period, MadeProduct? made)
    {
        json.WriteStartObject();
        json.WriteString("tile", period.Tile);
        WriteLayer(json, period.Layer);
        json.WriteString("first", ImageKeys.Text(period.Period.First));
        json.WriteString("last", ImageKeys.Text(period.Period.Last));
        WriteMade(json, period.Key, made);
        json.WriteStartArray("days");
        foreach (var day in period.Days)
        {
            json.WriteStartObject();
            json.WriteString("day", ImageKeys.Text(day.Day));
            json.WriteString("key", day.Key);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private void WriteImage(
        Utf8JsonWriter json, PlannedImage image, MadeProduct? made, IReadOnlyList<string> unreadable)
    {
        json.WriteStartObject();
        json.WriteString("tile", image.Tile);
        WriteLayer(json, image.Layer);
        json.WriteString("day", ImageKeys.Text(image.Day));
        WriteMade(json, image.Key, image.Made is { } hash ? new(image.Key, 0, hash, image.Coverage) : made);
        json.WriteBoolean("inputMissing", image.IsMissing || unreadable.Count > 0);
        WriteTexts(json, "unreadable", unreadable);
        WriteTexts(json, "inputs", image.Inputs.Select(input => input.Key));
        json.WriteEndObject();
    }

    private void WriteNotCovered(Utf8JsonWriter json, TaskProduct product)
    {
        var (day, tiles) = request.ListingOf(product.Task);
        var covered = DayListing.Read(product.Result).Images.Select(image => image.Tile).ToHashSet();
        WriteTiles(json, day, tiles.Select(tile => tile.ToString()).Where(tile => !covered.Contains(tile)));
    }

    private static void WriteTiles(Utf8JsonWriter json, DateOnly day, IEnumerable<string> tiles)
    {
        foreach (var tile in tiles)
        {
            json.WriteStartObject();
            json.WriteString("tile", tile);
            json.WriteString("day", ImageKeys.Text(day));
            json.WriteEndObject();
        }
    }

    /// <summary>What was planned and not made has no hash.</summary>
    private static void WriteMade(Utf8JsonWriter json, string key, MadeProduct? made)
    {
        json.WriteString("key", key);
        json.WriteString("valuesHash", made?.ValuesHash ?? "");
        json.WriteNumber("coverage", made is null ? 0 : Math.Round(made.Coverage, 6));
    }

    private static void WriteTexts(Utf8JsonWriter json, string name, IEnumerable<string> texts)
    {
        json.WriteStartArray(name);
        foreach (var text in texts)
        {
            json.WriteStringValue(text);
        }

        json.WriteEndArray();
    }

    private static async Task FlushAsync(Utf8JsonWriter json, CancellationToken cancellationToken)
    {
        if (json.BytesPending > BytesAtOnce)
        {
            await json.FlushAsync(cancellationToken);
        }
    }

    private static string Name<T>(T value)
        where T : struct, Enum => JsonNamingPolicy.CamelCase.ConvertName(value.ToString());
}
