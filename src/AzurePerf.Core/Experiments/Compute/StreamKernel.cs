namespace AzurePerf.Core.Experiments.Compute;

/// <summary>The kernels of STREAM.</summary>
public enum StreamKernel
{
    /// <summary>c = a: 16 bytes per element.</summary>
    Copy,

    /// <summary>b = s c: 16 bytes per element.</summary>
    Scale,

    /// <summary>c = a + b: 24 bytes per element.</summary>
    Add,

    /// <summary>a = b + s c: 24 bytes per element.</summary>
    Triad,
}
