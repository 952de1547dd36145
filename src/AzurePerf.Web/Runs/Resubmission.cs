using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Runs;

/// <summary>Makes the spec of a run from that of an earlier one. Everything is validated as if it were sent anew: catalogue and targets may
/// have changed.</summary>
internal sealed class Resubmission(ExperimentCatalogue experiments, RunSpecReader specs)
{
    private static readonly JsonSerializerOptions Strict = new(ApiJson.Options)
    {
        UnmappedMemberHandling = System.Text.Json.Serialization.JsonUnmappedMemberHandling.Disallow,
    };

    private static readonly SpecFault FaultOfBody = new("", "must be {} or empty: a retry measures every point that has no result");

    /// <summary>The request of an earlier run with changes over it; null takes a member away. A preset takes the place of the parameters
    /// that the run had, which would win over it.</summary>
    public RunSpecResult Clone(RunSpec spec, ReadOnlyMemory<byte> changes)
    {
        if (changes.IsEmpty)
        {
            return Read(spec, RequestOf(spec));
        }

        if (!UnicodeCheck.AreIn(changes.Span))
        {
            return new(null, [UnicodeCheck.Fault]);
        }

        try
        {
            return JsonNode.Parse(
                changes.Span, documentOptions: new() { AllowDuplicateProperties = false, MaxDepth = 16 }) is JsonObject given
                ? Read(spec, Merged(RequestFor(given, spec), given))
                : new(null, [new("", "must be a JSON object with the members to change, such as {\"parameters\": {\"clients\": [1, 8]}}")]);
        }
        catch (JsonException exception)
        {
            return new(null, [new("", "is not valid JSON: " + JsonFaultText.Of(exception, changes.Span))]);
        }
    }

    /// <summary>The request of an earlier run as it was: <c>{"seed": "same"}</c>, which is the default, or <c>{"seed":
    /// "new"}</c>. Of a retry the same points, wherever another order has them.</summary>
    public RunSpecResult Rerun(RunSpec spec, ReadOnlyMemory<byte> body)
    {
        try
        {
            var request = RequestOf(spec);
            if ((body.IsEmpty ? null : JsonSerializer.Deserialize<RerunRequest>(body.Span, Strict))?.Seed == RerunSeed.New)
            {
                request.Remove("seed");
            }

            var reading = Read(spec, request);
            return reading.Spec is { } read
                ? new(RunRetry.InOrderOf(read with { Scale = spec.Scale }, spec, experiments.Find(spec.Experiment)!), [])
                : reading;
        }
        catch (JsonException)
        {
            return new(null, [new("", "must be {\"seed\": \"same\"}, {\"seed\": \"new\"} or empty")]);
        }
    }

    /// <summary>What is wrong with the body of a retry, which has nothing to say; null where nothing is.</summary>
    public static SpecFault? FaultOfRetry(ReadOnlyMemory<byte> body)
    {
        if (body.IsEmpty)
        {
            return null;
        }

        try
        {
            using var document = JsonDocument.Parse(body);
            return document.RootElement is { ValueKind: JsonValueKind.Object } root && !root.EnumerateObject().Any() ? null : FaultOfBody;
        }
        catch (JsonException)
        {
            return FaultOfBody;
        }
    }

    /// <summary>Of an earlier run only the points that have no result. Under its name and tags: of one part of runs in turns it completes
    /// that part.</summary>
    public RunSpecResult Retry(RunSpec spec, IReadOnlyList<int> missing)
    {
        var reading = Read(spec, RequestOf(spec));
        return reading.Spec is null
            ? reading
            : new(RunRetry.Of(reading.Spec with { Name = spec.Name, Tags = spec.Tags, Order = spec.Order }, missing), []);
    }

    private JsonObject RequestFor(JsonObject changes, RunSpec spec)
    {
        var request = RequestOf(spec);
        if (changes["preset"] is not null)
        {
            request.Remove("parameters");
        }

        return request;
    }

    private JsonObject RequestOf(RunSpec spec) => RunRequestText.Request(spec, experiments.Find(spec.Experiment));

    private RunSpecResult Read(RunSpec earlier, JsonObject request) =>
        specs.OfCopyOf(earlier).Read(Encoding.UTF8.GetBytes(request.ToJsonString()));

    private static JsonObject Merged(JsonObject request, JsonObject changes)
    {
        foreach (var (name, value) in changes)
        {
            if (value is null)
            {
                request.Remove(name);
            }
            else if (name is "parameters" or "tags" && value is JsonObject members)
            {
                request[name] = Merged(request[name]?.DeepClone() as JsonObject ?? [], members);
            }
            else
            {
                request[name] = value.DeepClone();
            }
        }

        return request;
    }

    private sealed record RerunRequest(RerunSeed? Seed);

    private enum RerunSeed
    {
        Same,
        New,
    }
}
