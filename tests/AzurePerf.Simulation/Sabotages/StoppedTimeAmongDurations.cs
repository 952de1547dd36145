using System.Text.Json;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The time after which an execution was stopped counts as the duration of one that ended.</summary>
internal sealed class StoppedTimeAmongDurations : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after)
    {
        if (table != ControlNames.ExecutionsTable || after.Text("stopped") is not { Length: > 0 } text)
        {
            return after;
        }

        var sketch = JsonSerializer.Deserialize<Dictionary<int, long>>(after.Text("sketch"))!;
        var stopped = JsonSerializer.Deserialize<Dictionary<int, long>>(text)!;
        foreach (var (bin, count) in stopped)
        {
            sketch[bin] = sketch.GetValueOrDefault(bin) + count;
        }

        return With(With(after, "successes", after.Long("successes") + stopped.Values.Sum()), "sketch", JsonSerializer.Serialize(sketch));
    }
}
