using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Experiments.Stages;

namespace AzurePerf.Core.Experiments.Images;

/// <summary>Who made what a request brought, when, and in how many attempts; what was there already is named as such.</summary>
/// <param name="runId">The run of the request.</param>
/// <param name="products">What the stages brought.</param>
public sealed class ImageProvenance(string runId, IStageProducts products)
{
    private const int Schema = 1;

    private static readonly string[] Stages =
        [ImageStages.Download, ImageStages.Reprojection, ImageStages.Aggregation, ImageStages.Reduction];

    /// <summary>Writes it, an entry at a time.</summary>
    public async Task WriteAsync(Stream stream, CancellationToken cancellationToken)
    {
        await using var json = new Utf8JsonWriter(stream, new() { Indented = true, NewLine = "\n" });
        json.WriteStartObject();
        json.WriteNumber("schema", Schema);
        json.WriteString("run", runId);
        foreach (var stage in Stages)
        {
            json.WriteStartArray(JsonNamingPolicy.CamelCase.ConvertName(CultureInfo.InvariantCulture.TextInfo.ToTitleCase(stage).Replace(
                " ", "", StringComparison.Ordinal)));
            await foreach (var product in products.OfAsync(stage))
            {
                Write(json, product);
                await json.FlushAsync(cancellationToken);
            }

            json.WriteEndArray();
        }

        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, TaskProduct product)
    {
        var made = ImageOrder.ReadProduct<MadeProduct>(product.Result);
        json.WriteStartObject();
        json.WriteNumber("task", product.Task);
        json.WriteString("key", made.Key);
        json.WriteNumber("bytes", made.Bytes);
        if (made.By is { } by)
        {
            json.WriteString("host", by.Host);
            json.WriteNumber("attempt", by.Attempt);
            json.WriteString("at", by.At);
            json.WriteNumber("seconds", Math.Round(by.Seconds, 3));
        }
        else
        {
            json.WriteBoolean("wasThere", true);
        }

        json.WriteEndObject();
    }
}
