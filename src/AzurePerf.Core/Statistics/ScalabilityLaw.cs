namespace AzurePerf.Core.Statistics;

/// <summary>How the throughput of n clients grows with n: X(n) = rate n / (1 + sigma (n - 1) + kappa n (n - 1)).</summary>
/// <remarks>Source: Gunther, Guerrilla Capacity Planning, 2007, chapter 4 (the universal scalability law).</remarks>
/// <param name="Rate">Of one client, in the unit of the throughput; above 0.</param>
/// <param name="Sigma">Share of its time that a client waits for others (contention); from 0 on.</param>
/// <param name="Kappa">What each pair of clients costs to be kept in agreement (coherence); from 0 on. Above 0 the throughput has a
/// peak.</param>
public sealed record ScalabilityLaw(double Rate, double Sigma, double Kappa)
{
    private const int MostSteps = 200;

    private static readonly (double Sigma, double Kappa) Small = (0.01, 0.0001);
    private static readonly (double Sigma, double Kappa) Large = (1, 1);

    /// <summary>Clients at which the throughput is highest: 1 where more of them never bring more, null where it only grows.</summary>
    public double? Peak => Sigma >= 1 ? 1
        : Kappa > 0 ? Math.Max(1, Math.Sqrt((1 - Sigma) / Kappa))
        : null;

    /// <summary>The throughput of so many clients.</summary>
    public double At(double clients) => Rate * clients / (1 + (Sigma * (clients - 1)) + (Kappa * clients * (clients - 1)));

    /// <summary>True where any number of clients between two has the same throughput, to one part in a thousand.</summary>
    public bool IsLevel(double from, double to)
    {
        var most = At(Math.Clamp(Peak ?? to, from, to));
        return most - Math.Min(At(from), At(to)) <= most / 1_000;
    }

    /// <summary>The law that comes closest: least squares, each value weighted, by the method of Levenberg and Marquardt. Negative sigma or
    /// kappa are none, so each is tried as 0 as well. Without a throughput of one client a common factor of rate, sigma and kappa can
    /// hardly be told, and the way down from small ones may lead along it without end: then it is also looked for from large
    /// ones.</summary>
    /// <param name="clients">Numbers of clients, all different.</param>
    /// <param name="throughputs">One for each, above 0.</param>
    /// <param name="weights">One for each, above 0: the inverse of its variance, or of anything that is in proportion to it.</param>
    /// <exception cref="ArgumentException">There are fewer than 3, or not as many of each.</exception>
    public static ScalabilityLaw Fit(IReadOnlyList<double> clients, IReadOnlyList<double> throughputs, IReadOnlyList<double> weights)
    {
        ArgumentNullException.ThrowIfNull(clients);
        ArgumentNullException.ThrowIfNull(throughputs);
        ArgumentNullException.ThrowIfNull(weights);
        if (clients.Count < 3 || throughputs.Count != clients.Count || weights.Count != clients.Count)
        {
            throw new ArgumentException("a law needs 3 numbers of clients or more, and a throughput and a weight of each", nameof(clients));
        }

        var data = new Data(clients, throughputs, weights);
        var starts = clients.Contains(1) ? [Small] : new[] { Small, Large };
        return new[] { (true, true), (true, false), (false, true), (false, false) }
            .SelectMany(free => starts.Select(start => data.Descend(free.Item1, free.Item2, start)))
            .Where(law => law is { Rate: > 0, Sigma: >= 0, Kappa: >= 0 })
            .MinBy(data.ErrorOf)!;
    }

    private sealed record Data(IReadOnlyList<double> Clients, IReadOnlyList<double> Throughputs, IReadOnlyList<double> Weights)
    {
        public double ErrorOf(ScalabilityLaw law)
        {
            double sum = 0;
            for (var index = 0; index < Clients.Count; index++)
            {
                var residual = Throughputs[index] - law.At(Clients[index]);
                sum += Weights[index] * residual * residual;
            }

            return double.IsFinite(sum) ? sum : double.MaxValue;
        }

        public ScalabilityLaw Descend(bool hasSigma, bool hasKappa, (double Sigma, double Kappa) start)
        {
            var law = new ScalabilityLaw(1, hasSigma ? start.Sigma : 0, hasKappa ? start.Kappa : 0);
            law = law with { Rate = Throughputs[0] / law.At(Clients[0]) };
            var (error, damping) = (ErrorOf(law), 1e-3);
            for (var step = 0; step < MostSteps; step++)
            {
                var next = Step(law, hasSigma, hasKappa, damping);
                var nextError = ErrorOf(next);
                if (nextError >= error)
                {
                    if (damping > 1e12)
                    {
                        break;
                    }

                    damping *= 4;
                    continue;
                }

                var gain = error - nextError;
                (law, error, damping) = (next, nextError, damping / 4);
                if (gain <= 1e-14 * error)
                {
                    break;
                }
            }

            return law;
        }

        /// <summary>One step along the normal equations, whose diagonal the damping raises.</summary>
        private ScalabilityLaw Step(ScalabilityLaw law, bool hasSigma, bool hasKappa, double damping)
        {
            var normal = new double[3, 4];
            Span<double> slopes = stackalloc double[3];
            for (var index = 0; index < Clients.Count; index++)
            {
                var n = Clients[index];
                var value = law.At(n);
                var share = value / (1 + (law.Sigma * (n - 1)) + (law.Kappa * n * (n - 1)));
                slopes[0] = value / law.Rate;
                slopes[1] = hasSigma ? -share * (n - 1) : 0;
                slopes[2] = hasKappa ? -share * n * (n - 1) : 0;
                for (var row = 0; row < 3; row++)
                {
                    for (var column = 0; column < 3; column++)
                    {
                        normal[row, column] += Weights[index] * slopes[row] * slopes[column];
                    }

                    normal[row, 3] += Weights[index] * slopes[row] * (Throughputs[index] - value);
                }
            }

            for (var row = 0; row < 3; row++)
            {
                normal[row, row] = normal[row, row] > 0 ? normal[row, row] * (1 + damping) : 1;
            }

            Solve(normal);
            return new(law.Rate + normal[0, 3], law.Sigma + normal[1, 3], law.Kappa + normal[2, 3]);
        }

        /// <summary>Elimination by Gauss and Jordan; the last column becomes the solution.</summary>
        private static void Solve(double[,] system)
        {
            for (var pivot = 0; pivot < 3; pivot++)
            {
                var scale = 1 / system[pivot, pivot];
                for (var column = pivot; column < 4; column++)
                {
                    system[pivot, column] *= scale;
                }

                for (var row = 0; row < 3; row++)
                {
                    var factor = row == pivot ? 0 : system[row, pivot];
                    for (var column = pivot; column < 4; column++)
                    {
                        system[row, column] -= factor * system[pivot, column];
                    }
                }
            }
        }
    }
}
