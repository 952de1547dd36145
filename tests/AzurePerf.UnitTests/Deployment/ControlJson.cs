using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Rights;
using AzurePerf.Testing.Storage;

namespace AzurePerf.UnitTests.Deployment;

/// <summary>What the deployment has to know of the code: names, roles and the scale rule, as one document that the deployment reads.</summary>
internal static class ControlJson
{
    private static readonly JsonSerializerOptions Options = new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static string Text { get; } = new JsonObject
    {
        ["tables"] = Names(ControlNames.Tables),
        ["queues"] = Names(ControlNames.Queues),
        ["containers"] = Names(ControlNames.Containers),
        ["pools"] = new JsonObject(WorkerPool.All.Select(pool => KeyValuePair.Create<string, JsonNode?>(pool, new JsonObject { ["queue"] = ControlNames.QueueOf(pool) }))),
        ["scaling"] = new JsonObject
        {
            ["type"] = CloudScaling.Scaler,
            ["queueLengthStrategy"] = CloudScaling.QueueLengthStrategy,
            ["activationQueueLength"] = CloudScaling.ActivationQueueLength.ToString(CultureInfo.InvariantCulture),
            ["pollingSeconds"] = (int)CloudScaling.Polling.TotalSeconds,
            ["cooldownSeconds"] = (int)CloudScaling.Cooldown.TotalSeconds,
        },
        ["roles"] = new JsonArray([.. ControlRole.All.Select(Role)]),
        ["rights"] = new JsonArray([.. ControlRights.All.Select(Right)]),
    }.ToJsonString(Options) + "\n";

    private static JsonArray Names(IEnumerable<string> names) => [.. names.Select(name => JsonValue.Create(name))];

    private static JsonNode Role(ControlRole role) => new JsonObject
    {
        ["key"] = role.Key,
        ["title"] = role.Title,
        ["definitionId"] = role.DefinitionId,
        ["actions"] = Names(role.Actions),
        ["dataActions"] = Names(role.DataActions),
    };

    private static JsonNode Right(ControlRight right) => new JsonObject
    {
        ["host"] = right.Host.ToString(),
        ["kind"] = right.Part.Kind,
        ["name"] = right.Part.Name,
        ["role"] = right.Role.Key,
        ["definitionId"] = right.Role.DefinitionId,
    };
}
