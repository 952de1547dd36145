namespace AzurePerf.Probes.Compute.Bodies;

/// <summary>
/// Compares every acceleration with one that was computed before, one pair at a time and in the opposite order. The positions do not
/// change, so that once is enough and nothing can go wrong unnoticed, as it could in a sum over all bodies.
/// </summary>
internal sealed class ForceCheck
{
    /// <summary>
    /// Each of two sums of n terms differs from the true one by at most (n + 7) epsilon times the sum of the terms' magnitudes: n - 1
    /// additions and 8 roundings of each term. Both together stay below 4 n epsilon for the 16 bodies or more that there are.
    /// </summary>
    public const double Bound = 4;

    private const double Epsilon = 1.1102230246251565e-16;
    private const int Axes = 3;

    private readonly double[][] _expected;
    private readonly double[][] _scale;

    /// <param name="bodies">Whose positions and masses are final.</param>
    /// <param name="cancellationToken">Looked at once per body: of many bodies this takes much longer than computing the forces.</param>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public ForceCheck(BodySystem bodies, CancellationToken cancellationToken = default)
    {
        var count = bodies.Count;
        _expected = [new double[count], new double[count], new double[count]];
        _scale = [new double[count], new double[count], new double[count]];
        Span<double> distance = stackalloc double[Axes];
        for (var body = 0; body < count; body++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            for (var other = count - 1; other >= 0; other--)
            {
                var square = BodySystem.SoftenedBy;
                for (var axis = 0; axis < Axes; axis++)
                {
                    distance[axis] = bodies.Positions(axis)[other] - bodies.Positions(axis)[body];
                    square += distance[axis] * distance[axis];
                }

                var pull = bodies.Masses[other] / square / Math.Sqrt(square);
                for (var axis = 0; axis < Axes; axis++)
                {
                    _expected[axis][body] += distance[axis] * pull;
                    _scale[axis][body] += Math.Abs(distance[axis] * pull);
                }
            }
        }
    }

    /// <summary>The largest difference over n epsilon times the sum of the magnitudes that were added; NaN where an acceleration is not a
    /// number.</summary>
    public double ResidualOf(BodySystem bodies)
    {
        var largest = 0.0;
        for (var axis = 0; axis < Axes; axis++)
        {
            var actual = bodies.Accelerations(axis);
            for (var body = 0; body < actual.Length; body++)
            {
                // Unlike a comparison, this keeps what is not a number.
                largest = Math.Max(
                    largest, Math.Abs(actual[body] - _expected[axis][body]) / (actual.Length * Epsilon * _scale[axis][body]));
            }
        }

        return largest;
    }
}
