using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>Makes the body of a submission. What it means is checked by the server, which alone knows its targets.</summary>
internal static class RunRequest
{
    /// <summary>Reads the file that the arguments name, if any, and lays them over it.</summary>
    public static async Task<JsonObject> ReadAsync(
        Terminal terminal, ApiClient api, SubmitArguments arguments, CancellationToken cancellationToken)
    {
        if (await IsFileAsync(api, arguments.Experiment, cancellationToken))
        {
            throw CommandFailure.Usage(
                $"'{arguments.Experiment}' is a file and no experiment: a run request in a file goes to --file, as in --file "
                    + $"{arguments.Experiment}");
        }

        var file = arguments.File is null ? null : await InputText.ReadAsync(terminal, arguments.File, "--file", cancellationToken);
        var experiment = Build(arguments with { Parameters = [] }, file)["experiment"]!.ToString();
        return Build(arguments, file, await KnownAsync(api, arguments, _ => Task.FromResult(experiment), cancellationToken));
    }

    /// <summary>The same for the changes of a run that is cloned, which need name no experiment.</summary>
    public static async Task<JsonObject> ReadChangesAsync(
        Terminal terminal, ApiClient api, string run, SubmitArguments arguments, CancellationToken cancellationToken)
    {
        var file = arguments.File is null ? null : await InputText.ReadAsync(terminal, arguments.File, "--file", cancellationToken);
        var known = await KnownAsync(
            api, arguments, async cancelled => (await api.GetRunAsync(run, cancelled)).Value.Spec.Experiment, cancellationToken);
        return Lay(arguments, file, known);
    }

    /// <summary>What the experiment's parameters are is asked only where some are set: a text is read otherwise than a list of
    /// levels.</summary>
    private static async Task<IReadOnlyList<ParameterDefinition>> KnownAsync(
        ApiClient api, SubmitArguments arguments, Func<CancellationToken, Task<string>> experiment, CancellationToken cancellationToken) =>
        arguments.Parameters.Count == 0 ? []
        : (await api.FindExperimentAsync(await experiment(cancellationToken), cancellationToken))?.Parameters ?? [];

    /// <summary>Lays the arguments over a request file; null when there is none.</summary>
    public static JsonObject Build(SubmitArguments arguments, string? file, IReadOnlyList<ParameterDefinition>? known = null)
    {
        var request = Lay(arguments, file, known ?? []);
        return request["experiment"] is not null
            ? request
            : throw CommandFailure.Usage(
                "name an experiment, such as `azureperf submit blob.download --preset quick`; `azureperf experiments` lists them");
    }

    /// <summary>Whether the word for the experiment is a file or looks like one. A file that is called as an experiment is none of
    /// that.</summary>
    private static async Task<bool> IsFileAsync(ApiClient api, string? word, CancellationToken cancellationToken) => word is { Length: > 0 }
        && (word.EndsWith(".json", StringComparison.OrdinalIgnoreCase)
            || word.IndexOfAny(['/', '\\']) >= 0
            || (File.Exists(word) && await api.FindExperimentAsync(word, cancellationToken) is null));

    private static JsonObject Lay(SubmitArguments arguments, string? file, IReadOnlyList<ParameterDefinition> known)
    {
        var parameters = ParameterAssignment.ReadAll(arguments.Parameters, known);
        ParameterAssignment.CheckSizes(parameters, known);
        var request = file is null ? [] : ReadFile(file);
        Put(request, "experiment", arguments.Experiment);
        Put(request, "preset", arguments.Preset);
        Put(request, "target", arguments.Target);
        Put(request, "name", arguments.Name);
        Put(request, "onError", arguments.OnError);
        Put(request, "notify", arguments.Mail);
        Put(request, "workers", arguments.Workers);
        Put(request, "repetitions", arguments.Repetitions);
        Put(request, "repeatEverySeconds", arguments.RepeatEverySeconds);
        Put(request, "seed", arguments.Seed);
        Put(request, "failIf",
            arguments.FailIf.Count > 0 ? new JsonArray([.. arguments.FailIf.Select(one => JsonValue.Create(one))]) : null);
        Merge(request, "parameters", parameters);
        Merge(request, "tags", ReadTags(arguments.Tags));
        return request;
    }

    private static JsonObject ReadFile(string text)
    {
        if (text.Length > SpecLimits.BodyBytes)
        {
            throw CommandFailure.Usage($"--file must hold at most {SpecLimits.BodyBytes / 1024} KiB");
        }

        try
        {
            var request = JsonNode.Parse(text, documentOptions: new() { AllowDuplicateProperties = false }) as JsonObject
                ?? throw CommandFailure.Usage(
                    "--file must hold one JSON object such as {\"experiment\": \"blob.download\", \"preset\": \"quick\"}");
            // Texts are read only now.
            _ = request.ToJsonString();
            return request;
        }
        catch (InvalidOperationException)
        {
            throw CommandFailure.Usage("--file has a name or a text with half a surrogate pair, which JSON can write and no text can hold");
        }
        catch (JsonException exception)
        {
            throw CommandFailure.Usage("--file is not valid JSON: " + JsonFaultText.Of(exception, Encoding.UTF8.GetBytes(text)));
        }
    }

    private static void Put(JsonObject request, string member, JsonNode? value)
    {
        if (value is not null)
        {
            request[member] = value;
        }
    }

    private static void Merge(JsonObject request, string member, JsonObject given)
    {
        if (given.Count == 0)
        {
            return;
        }

        var merged = request[member] as JsonObject ?? [];
        foreach (var (name, value) in given)
        {
            merged[name] = value?.DeepClone();
        }

        request[member] = merged.DeepClone();
    }

    internal static JsonObject ReadTags(IEnumerable<string> tags)
    {
        var members = new JsonObject();
        foreach (var (name, text) in tags.Select(tag => NamedText.Split(tag, "--tag", "region=westeurope")))
        {
            if (!members.TryAdd(name, text))
            {
                throw CommandFailure.Usage($"--tag names {name} twice");
            }
        }

        return members;
    }
}
