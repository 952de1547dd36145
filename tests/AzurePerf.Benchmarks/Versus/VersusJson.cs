using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>The one line that programs read.</summary>
internal static class VersusJson
{
    private static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static string Line(VersusResult result)
    {
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream, Options))
        {
            json.WriteStartObject();
            WriteEntry(json, result.Entry);
            WriteFigures(json, result.Figures);
            WriteVerdict(json, result);
            foreach (var (name, value) in result.Extra)
            {
                json.WritePropertyName(name);
                json.WriteRawValue(value?.ToJsonString() ?? "null");
            }

            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length);
    }

    /// <summary>Six significant digits: more is noise in any measurement.</summary>
    public static double Rounded(double value) => double.Parse(value.ToString("G6", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);

    /// <summary>An estimate as the line has it.</summary>
    public static JsonObject Of(Estimate estimate) =>
        new() { ["median"] = Rounded(estimate.Median), ["low"] = Rounded(estimate.Low), ["high"] = Rounded(estimate.High) };

    private static void WriteEntry(Utf8JsonWriter json, IVersusEntry entry)
    {
        json.WriteString("name", entry.Name);
        json.WriteString("unit", entry.Unit);
        json.WriteString("better", entry.Better == Preference.Lower ? "lower" : "higher");
    }

    private static void WriteFigures(Utf8JsonWriter json, VersusFigures? figures)
    {
        WriteEstimate(json, "ours", figures?.Ours);
        WriteEstimate(json, "theirs", figures?.Theirs);
        WriteEstimate(json, "ratio", figures?.Ratio);
        json.WriteNumber("pairs", figures?.Pairs ?? 0);
    }

    private static void WriteEstimate(Utf8JsonWriter json, string name, Estimate? estimate)
    {
        json.WritePropertyName(name);
        json.WriteRawValue(estimate is { } known ? Of(known).ToJsonString() : "null");
    }

    private static void WriteVerdict(Utf8JsonWriter json, VersusResult result)
    {
        json.WriteString("goal", result.Entry.Goal);
        if (result.Holds is { } holds)
        {
            json.WriteBoolean("holds", holds);
        }
        else
        {
            json.WriteNull("holds");
        }

        json.WriteString("tool", result.Tool);
        json.WriteString("setup", result.Setup);
        json.WriteStartArray("flags");
        foreach (var flag in result.Flags)
        {
            json.WriteStringValue(flag);
        }

        json.WriteEndArray();
    }
}
