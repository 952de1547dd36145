namespace AzurePerf.Simulation.Sabotages;

/// <summary>The name of a task's blob lacks the attempt, so that a loser overwrites the winner's.</summary>
internal sealed class OneBlobPerTask : Sabotage
{
    public override string BlobName(string name)
    {
        var parts = name.Split('/');
        return string.Join('/', parts.Where((_, index) => index != parts.Length - 2));
    }
}
