using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Runtime.Intrinsics;
using AzurePerf.Core.Gangs;
using AzurePerf.Probes.Processors;

namespace AzurePerf.Worker.Execution.Calibration;

/// <summary>Runs fused multiply-adds on the processors of all clients of an execution at once, for about 20 ms.</summary>
/// <param name="clock">Times them; one that runs in real time.</param>
/// <param name="clients">Whose processors.</param>
/// <param name="processorsPerClient">What each client is pinned to; 0 for none.</param>
internal sealed class FmaCalibration(MeasurementClock clock, ClientShare clients, int processorsPerClient)
{
    // Of these the median counts: what disturbs one round does not change the machine.
    private const int Rounds = 9;
    private const int Steps = 1 << 20;

    // More than two units with a latency of four or five cycles can have under way.
    private const int Sums = 12;

    private static readonly double FlopPerRound = 2.0 * Vector256<double>.Count * Sums * Steps;

    /// <summary>Floating-point operations per second of all of them together.</summary>
    /// <exception cref="Win32Exception">The system refuses to pin a thread.</exception>
    public double MeasureFlopPerSecond()
    {
        var rates = new double[ThreadsFor(clients.Count, Environment.ProcessorCount)];
        var failures = new Exception?[rates.Length];
        var threads = Enumerable.Range(0, rates.Length).Select(place => new Thread(() => Note(place)) { IsBackground = true }).ToArray();
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        if (Array.Find(failures, failure => failure is not null) is { } failed)
        {
            ExceptionDispatchInfo.Throw(failed);
        }

        return rates.Sum();

        // What a thread throws would end the process.
        void Note(int place)
        {
            try
            {
                rates[place] = RateOf(clients.First + place);
            }
            catch (Exception failure)
            {
                failures[place] = failure;
            }
        }
    }

    /// <summary>No more than processors: threads that take turns each see a whole one while they have it, and would add up to more than
    /// there is.</summary>
    internal static int ThreadsFor(int clients, int processors) => Math.Min(clients, processors);

    private double RateOf(int client)
    {
        ProcessorPinning.PinThread(client, processorsPerClient);
        var rounds = new long[Rounds];
        foreach (ref var round in rounds.AsSpan())
        {
            var start = clock.Nanoseconds();
            Multiply();
            round = clock.Nanoseconds() - start;
        }

        Array.Sort(rounds);
        return FlopPerRound / Math.Max(1, rounds[Rounds / 2]) * 1e9;
    }

    /// <summary>Numbers that stay near 1 for ever. What it returns depends on all of them, so that none can be left out.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static double Multiply()
    {
        var (factor, summand) = (Vector256.Create(0.5), Vector256.Create(0.5));
        var (s0, s1, s2, s3) = (factor, factor, factor, factor);
        var (s4, s5, s6, s7) = (factor, factor, factor, factor);
        var (s8, s9, s10, s11) = (factor, factor, factor, factor);
        for (var step = 0; step < Steps; step++)
        {
            s0 = Vector256.FusedMultiplyAdd(s0, factor, summand);
            s1 = Vector256.FusedMultiplyAdd(s1, factor, summand);
            s2 = Vector256.FusedMultiplyAdd(s2, factor, summand);
            s3 = Vector256.FusedMultiplyAdd(s3, factor, summand);
            s4 = Vector256.FusedMultiplyAdd(s4, factor, summand);
            s5 = Vector256.FusedMultiplyAdd(s5, factor, summand);
            s6 = Vector256.FusedMultiplyAdd(s6, factor, summand);
            s7 = Vector256.FusedMultiplyAdd(s7, factor, summand);
            s8 = Vector256.FusedMultiplyAdd(s8, factor, summand);
            s9 = Vector256.FusedMultiplyAdd(s9, factor, summand);
            s10 = Vector256.FusedMultiplyAdd(s10, factor, summand);
            s11 = Vector256.FusedMultiplyAdd(s11, factor, summand);
        }

        return Vector256.Sum(s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7 + s8 + s9 + s10 + s11);
    }
}
