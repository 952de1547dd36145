using System.Text.Json;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>Of a plan of several blocks of orders the last one, which is not full, is never stored.</summary>
internal sealed class LastBlockForgotten : Sabotage
{
    public override bool StoresBlob(string name, BinaryData content) => !name.Contains("/plan-", StringComparison.Ordinal)
        || name.EndsWith("/000000.json", StringComparison.Ordinal)
        || JsonSerializer.Deserialize<string[]>(content)!.Length == TaskSharding.BlockTasks;
}
