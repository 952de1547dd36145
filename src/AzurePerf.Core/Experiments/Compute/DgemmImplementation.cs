namespace AzurePerf.Core.Experiments.Compute;

/// <summary>Who multiplies.</summary>
public enum DgemmImplementation
{
    /// <summary>Our own code, which every worker has.</summary>
    Managed,

    /// <summary>cblas_dgemm of the OpenBLAS library of the worker's machine.</summary>
    Openblas,
}
