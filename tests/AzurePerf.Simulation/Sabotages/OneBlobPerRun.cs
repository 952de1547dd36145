namespace AzurePerf.Simulation.Sabotages;

/// <summary>The name of a task's blob lacks stage, task and attempt, so that one execution overwrites the blob of another.</summary>
internal sealed class OneBlobPerRun : Sabotage
{
    public override string BlobName(string name)
    {
        var parts = name.Split('/');
        return $"{parts[0]}/{parts[^1]}";
    }
}
