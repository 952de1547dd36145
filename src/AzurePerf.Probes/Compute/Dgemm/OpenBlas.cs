using System.Globalization;
using System.Runtime.InteropServices;

namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>cblas_dgemm of the OpenBLAS library, with as many threads as it is told and no more. The library keeps that number for the
/// whole process.</summary>
internal sealed unsafe class OpenBlas : IMatrixMultiplication
{
    private const int RowOrder = 101;
    private const int NotTransposed = 111;
    private static readonly string[] Names = ["libopenblas.so.0", "libopenblas.so", "libopenblas.dylib", "libopenblas.dll"];

    private readonly int _n;
    private readonly delegate* unmanaged<
        int, int, int, int, int, int, double, double*, int, double*, int, double, double*, int, void> _dgemm;

    /// <exception cref="NotSupportedException">The library is missing, is another build than expected, or cannot use that many
    /// threads.</exception>
    public OpenBlas(int n, int threads)
    {
        _n = n;
        var library = TryLoad() ?? throw new NotSupportedException(
            "this worker has no OpenBLAS: none of " + string.Join(", ", Names)
                + " can be loaded; install it (Debian: libopenblas0-pthread) or set implementation to managed");
        _dgemm =
            (delegate* unmanaged<int, int, int, int, int, int, double, double*, int, double*, int, double, double*, int, void>)Export(
                library, "cblas_dgemm");
        ((delegate* unmanaged<int, void>)Export(library, "openblas_set_num_threads"))(threads);
        Version = Marshal.PtrToStringUTF8((nint)((delegate* unmanaged<byte*>)Export(library, "openblas_get_config"))()) ?? "";
        if (threads > 1)
        {
            RequireThreads(threads, ((delegate* unmanaged<int>)Export(library, "openblas_get_num_threads"))(), Version);
        }
    }

    /// <summary>True when the library can be loaded.</summary>
    public static bool IsPresent => TryLoad() is not null;

    /// <summary>What the library says of itself: version, options and the kernels that it chose for this processor.</summary>
    public string Version { get; }

    /// <summary>Goes on to its end when it is cancelled: the library has nothing that would stop it.</summary>
    public void Multiply(AlignedArray a, AlignedArray b, AlignedArray c, CancellationToken cancellationToken = default) =>
        _dgemm(RowOrder, NotTransposed, NotTransposed, _n, _n, _n, 1, a.Start, _n, b.Start, _n, 0, c.Start, _n);

    /// <summary>The library stays loaded: its threads cannot be ended.</summary>
    public void Dispose()
    {
    }

    /// <summary>A sequential build takes no number of threads, others none above their own limit, and neither says so.</summary>
    /// <param name="wanted">What the library was told.</param>
    /// <param name="used">What it then says it uses.</param>
    /// <param name="version">What it says of itself.</param>
    /// <exception cref="NotSupportedException">The two differ.</exception>
    internal static void RequireThreads(int wanted, int used, string version)
    {
        if (used != wanted)
        {
            throw new NotSupportedException(string.Create(CultureInfo.InvariantCulture,
                $"the OpenBLAS of this worker multiplies with {used} of {wanted} threads ({version}): install a build that has them "
                    + $"(Debian: libopenblas0-pthread), take fewer threads or set implementation to managed"));
        }
    }

    private static nint? TryLoad()
    {
        foreach (var name in Names)
        {
            if (NativeLibrary.TryLoad(name, out var library))
            {
                return library;
            }
        }

        return null;
    }

    private static nint Export(nint library, string name) => NativeLibrary.TryGetExport(library, name, out var address)
        ? address
        : throw new NotSupportedException(
            $"the OpenBLAS of this worker has no {name}: it is another build than expected; install libopenblas0-pthread or set "
                + $"implementation to managed");
}
