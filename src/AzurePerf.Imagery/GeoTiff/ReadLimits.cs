namespace AzurePerf.Imagery.GeoTiff;

/// <summary>What the reading of one file may take.</summary>
/// <param name="FileBytes">Of the whole file.</param>
/// <param name="MaximalBytes">The most that its values may have.</param>
/// <param name="Stop">Ends it before the next strip or tile.</param>
internal readonly record struct ReadLimits(long FileBytes, long MaximalBytes, CancellationToken Stop)
{
    /// <summary>The most that can be inflated out of the file.</summary>
    public long Gained => FileBytes * GeoTiffReader.LargestGain;
}
