using System.Text.Json.Nodes;

namespace AzurePerf.ProcessTests.Faults;

/// <summary>The runs that meet the faults.</summary>
internal static class RunRequests
{
    /// <summary>Bags of tasks that do nothing but take time.</summary>
    public static JsonObject Bag(int tasks, int milliseconds, int bags = 1) => new()
    {
        ["experiment"] = "selftest.bag",
        ["parameters"] = new JsonObject { ["tasks"] = tasks, ["taskMilliseconds"] = milliseconds, ["bags"] = bags },
    };

    /// <summary>Points that measure for a given time, one after the other.</summary>
    /// <param name="points">How many.</param>
    /// <param name="workers">Members of each point's gang, a client each.</param>
    /// <param name="milliseconds">How long each measures.</param>
    public static JsonObject Points(int points, int workers, int milliseconds) => new()
    {
        ["experiment"] = "queue.add",
        ["repetitions"] = points,
        ["workers"] = workers,
        ["parameters"] = new JsonObject
        {
            ["clients"] = new JsonArray(workers),
            ["operationsPerClient"] = 0,
            ["durationSeconds"] = milliseconds / 1_000.0,
            ["warmUpOperations"] = 2,
        },
    };
}
