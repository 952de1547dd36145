using System.Text.Json.Nodes;

namespace AzurePerf.ProcessTests.Runs;

/// <summary>At a given rate a point takes as long as a test needs, and the machine has next to nothing to do.</summary>
internal static class BlobUploads
{
    public const int OperationsPerClient = 90;

    /// <summary>A request for three repetitions.</summary>
    public static JsonObject AtRate(int operationsPerSecond, params int[] clients) => new()
    {
        ["experiment"] = "blob.upload",
        ["repetitions"] = 3,
        ["parameters"] = new JsonObject
        {
            ["clients"] = new JsonArray([.. clients.Select(level => JsonValue.Create(level))]),
            ["blobBytes"] = 1 << 10,
            ["arrivals"] = "constant",
            ["operationsPerSecond"] = operationsPerSecond,
            ["operationsPerClient"] = OperationsPerClient,
            ["warmUpOperations"] = 2,
        },
    };
}
