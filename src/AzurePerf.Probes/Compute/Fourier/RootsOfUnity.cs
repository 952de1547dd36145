namespace AzurePerf.Probes.Compute.Fourier;

/// <summary>Powers of exp(-2 pi i / order), each computed by itself: products of them would carry errors along.</summary>
internal static class RootsOfUnity
{
    /// <summary>The power as its real and its imaginary part.</summary>
    public static (double Real, double Imaginary) Power(long order, long exponent)
    {
        // Turns in units of pi are exact for orders that are powers of two.
        var (sine, cosine) = double.SinCosPi(-2.0 * (exponent % order) / order);
        return (cosine, sine);
    }
}
