using System.Runtime.Intrinsics;

namespace AzurePerf.Probes.Compute.Streams;

/// <summary>What a pass computes of each element: known when the loop is compiled, so that nothing is decided inside of it.</summary>
internal interface IStreamOperation
{
    static abstract unsafe Vector256<double> Of(double* x, double* y, Vector256<double> factor);
}
