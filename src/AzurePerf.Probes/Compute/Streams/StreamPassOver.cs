namespace AzurePerf.Probes.Compute.Streams;

/// <summary>A pass that is not ours, over the same arrays: what ours is compared with.</summary>
internal unsafe delegate void StreamPassOver(double* result, double* x, double* y, double factor, long length);
