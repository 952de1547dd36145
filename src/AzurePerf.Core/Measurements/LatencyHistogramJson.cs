using System.Text.Json;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Measurements;

/// <summary>A histogram in a JSON document, exactly: HdrHistogram V2, compressed, base64, and the totals that this leaves out.</summary>
internal sealed class LatencyHistogramJson : JsonConverter<LatencyHistogram>
{
    public override LatencyHistogram Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        var stored = JsonSerializer.Deserialize<Stored>(ref reader, options) ?? throw new JsonException("a histogram is missing");
        return LatencyHistogramText.Read(stored.Histogram, stored.Totals);
    }

    public override void Write(Utf8JsonWriter writer, LatencyHistogram value, JsonSerializerOptions options) =>
        JsonSerializer.Serialize(writer, new Stored(LatencyHistogramText.Write(value), LatencyTotals.Of(value)), options);

    private sealed record Stored(string Histogram, LatencyTotals Totals);
}
