namespace AzurePerf.Probes.Compute.Correlation;

/// <summary>One pair that goes together.</summary>
/// <param name="Snp">From 0.</param>
/// <param name="Voxel">From 0.</param>
/// <param name="R">Pearson's coefficient.</param>
internal readonly record struct CorrelationHit(int Snp, int Voxel, double R);
