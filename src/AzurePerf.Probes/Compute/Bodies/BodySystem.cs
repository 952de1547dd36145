using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AzurePerf.Probes.Compute.Bodies;

/// <summary>Bodies at rest with their masses, and the acceleration of each by all: sum of m d / (|d|^2 + s^2)^1.5, softened by s (Aarseth
/// 1963), in units in which gravity is 1.</summary>
internal sealed unsafe class BodySystem : IDisposable
{
    /// <summary>s^2: bodies that nearly touch do not drown all others. It also makes the force of a body on itself zero.</summary>
    public const double SoftenedBy = 1e-4;

    // Two vectors of bodies, so that the square roots of one run beside the divisions of the other.
    private const int Together = 8;

    private readonly AlignedArray[] _positions;
    private readonly AlignedArray[] _accelerations;
    private readonly AlignedArray _masses;

    /// <param name="count">Bodies.</param>
    /// <param name="seed">Of their positions in a cube of side 1 and their masses around 1/count.</param>
    public BodySystem(int count, int seed)
    {
        Count = count;

        // Whole vectors; the bodies beyond the last have no mass, and nobody reads what pulls them.
        var room = (count + Together - 1) / Together * Together;
        _positions = [new(room), new(room), new(room)];
        _accelerations = [new(room), new(room), new(room)];
        _masses = new(room);
        var random = new Random(seed);
        for (var body = 0; body < count; body++)
        {
            foreach (var coordinate in _positions)
            {
                coordinate.Start[body] = random.NextDouble();
            }

            _masses.Start[body] = (0.5 + random.NextDouble()) / count;
        }

        Clear();
    }

    public int Count { get; }

    public ReadOnlySpan<double> Masses => _masses.Span[..Count];

    /// <summary>Along one of the three axes.</summary>
    public ReadOnlySpan<double> Positions(int axis) => _positions[axis].Span[..Count];

    /// <summary>Along one of the three axes.</summary>
    public Span<double> Accelerations(int axis) => _accelerations[axis].Span[..Count];

    /// <summary>Overwrites all accelerations.</summary>
    /// <exception cref="OperationCanceledException">Some are as they were.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void Accelerate(CancellationToken cancellationToken = default)
    {
        var x = _positions[0].Start;
        var y = _positions[1].Start;
        var z = _positions[2].Start;
        var masses = _masses.Start;
        for (var body = 0; body < Count; body += Together)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var (x0, y0, z0) = (Vector256.LoadAligned(x + body), Vector256.LoadAligned(y + body), Vector256.LoadAligned(z + body));
            var (x1, y1, z1) = (Vector256.LoadAligned(x + body + 4), Vector256.LoadAligned(y + body + 4),
                Vector256.LoadAligned(z + body + 4));
            var (ax0, ay0, az0) = (Vector256<double>.Zero, Vector256<double>.Zero, Vector256<double>.Zero);
            var (ax1, ay1, az1) = (Vector256<double>.Zero, Vector256<double>.Zero, Vector256<double>.Zero);
            for (var other = 0; other < Count; other++)
            {
                var (px, py, pz, mass) = (Vector256.Create(x[other]), Vector256.Create(y[other]), Vector256.Create(z[other]),
                    Vector256.Create(masses[other]));
                var (dx, dy, dz) = (px - x0, py - y0, pz - z0);
                var pull = Pull(dx, dy, dz, mass);
                ax0 = Vector256.FusedMultiplyAdd(dx, pull, ax0);
                ay0 = Vector256.FusedMultiplyAdd(dy, pull, ay0);
                az0 = Vector256.FusedMultiplyAdd(dz, pull, az0);
                (dx, dy, dz) = (px - x1, py - y1, pz - z1);
                pull = Pull(dx, dy, dz, mass);
                ax1 = Vector256.FusedMultiplyAdd(dx, pull, ax1);
                ay1 = Vector256.FusedMultiplyAdd(dy, pull, ay1);
                az1 = Vector256.FusedMultiplyAdd(dz, pull, az1);
            }

            Store(0, body, ax0, ax1);
            Store(1, body, ay0, ay1);
            Store(2, body, az0, az1);
        }
    }

    /// <summary>Makes all accelerations NaN, so that one that is left out next time is found.</summary>
    public void Clear() => Array.ForEach(_accelerations, axis => axis.Span.Fill(double.NaN));

    public void Dispose()
    {
        Array.ForEach(_positions, axis => axis.Dispose());
        Array.ForEach(_accelerations, axis => axis.Dispose());
        _masses.Dispose();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<double> Pull(Vector256<double> dx, Vector256<double> dy, Vector256<double> dz, Vector256<double> mass)
    {
        var square = Vector256.FusedMultiplyAdd(
            dx, dx, Vector256.FusedMultiplyAdd(dy, dy, Vector256.FusedMultiplyAdd(dz, dz, Vector256.Create(SoftenedBy))));
        return mass / (square * Vector256.Sqrt(square));
    }

    private void Store(int axis, int body, Vector256<double> first, Vector256<double> second)
    {
        first.StoreAligned(_accelerations[axis].Start + body);
        second.StoreAligned(_accelerations[axis].Start + body + 4);
    }
}
