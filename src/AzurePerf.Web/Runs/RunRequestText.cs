using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Runs;

/// <summary>The request that gives a spec again.</summary>
internal static class RunRequestText
{
    private static readonly JsonSerializerOptions IndentedJson = new() { WriteIndented = true };

    public static string Indented(JsonObject request) => request.ToJsonString(IndentedJson);

    /// <summary>It names the preset only where that still has the parameters of the run. Of one part of runs in turns it asks for a run by
    /// itself.</summary>
    /// <param name="spec">Of the run.</param>
    /// <param name="definition">Of its experiment in this build; null for none.</param>
    public static JsonObject Request(RunSpec spec, ExperimentDefinition? definition)
    {
        spec = RunTurns.Alone(spec);
        var request = new JsonObject { ["experiment"] = spec.Experiment };
        if (spec.Name.Length > 0)
        {
            request["name"] = spec.Name;
        }

        if (definition is not null && PresetOfRun.IsAsItWas(definition, spec))
        {
            request["preset"] = spec.Scale;
        }
        else
        {
            request["parameters"] = spec.Parameters.DeepClone();
        }

        request["target"] = spec.Target;
        if (spec.Workers > 1)
        {
            request["workers"] = spec.Workers;
        }

        request["repetitions"] = spec.Repetitions;
        if (spec.RepeatEverySeconds > 0)
        {
            request["repeatEverySeconds"] = spec.RepeatEverySeconds;
        }

        request["seed"] = spec.Seed;
        request["onError"] = JsonSerializer.SerializeToNode(spec.OnError, ApiJson.Options);
        if (spec.FailIf is { Count: > 0 })
        {
            request["failIf"] = JsonSerializer.SerializeToNode(spec.FailIf, ApiJson.Options);
        }

        if (spec.Tags.Count > 0)
        {
            request["tags"] = JsonSerializer.SerializeToNode(spec.Tags, ApiJson.Options);
        }

        return request;
    }

    /// <summary>A command line that submits it. The JSON writer escapes quotes, so the text is safe between a shell's single
    /// quotes.</summary>
    /// <param name="request">To send.</param>
    /// <param name="host">Scheme, host and port of this portal.</param>
    /// <param name="needsKey">Whether it asks for a key, which the command then takes out of AZUREPERF_KEY, as the tool does.</param>
    public static string Curl(JsonObject request, string host, bool needsKey) =>
        $"curl {host}/api/v1/runs{(needsKey ? " -H \"Authorization: Bearer $AZUREPERF_KEY\"" : "")} -H 'Content-Type: application/json' "
            + $"-d '{request.ToJsonString()}'";

    /// <summary>The same with the tool of this project, which reads a request from standard input.</summary>
    /// <param name="request">To send.</param>
    /// <param name="url">The option that names this portal, with the space before; empty where the tool asks it by itself.</param>
    public static string Tool(JsonObject request, string url) =>
        $"azureperf submit --file - --wait{url} <<'END'\n{request.ToJsonString()}\nEND";
}
