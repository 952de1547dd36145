using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Guard;

/// <summary>A report as bytes.</summary>
internal static class ReportFormat
{
    public static byte[] Write(GuardReport report)
    {
        using var bytes = new MemoryStream();
        using var writer = new BinaryWriter(bytes);
        var result = report.Result;
        writer.Write((int)result.End);
        writer.Write(result.Code);
        writer.Write((int?)result.Limit ?? -1);
        writer.Write(result.FailedStep ?? "");
        writer.Write(result.FailedErrno);
        writer.Write(result.FailedCause ?? "");
        writer.Write(result.WallTime.Ticks);
        writer.Write(result.ProcessorTime.Ticks);
        writer.Write(result.PeakMemoryBytes);
        writer.Write(result.PeakFolderBytes);
        writer.Write(result.PeakFiles);
        writer.Write(result.PeakProcesses);
        writer.Write(result.LeftProcesses);
        writer.Write(result.DroppedLogBytes);
        writer.Write(result.Log.Length);
        writer.Write(result.Log.Span);
        writer.Write(report.LandlockAbi);
        writer.Write(report.Attempts.Count);
        foreach (var attempt in report.Attempts)
        {
            writer.Write(attempt.Name);
            writer.Write(attempt.Errno);
        }

        writer.Flush();
        return bytes.ToArray();
    }

    public static GuardReport Read(byte[] message)
    {
        using var reader = new BinaryReader(new MemoryStream(message));
        var result = new SandboxResult
        {
            End = (SandboxEnd)reader.ReadInt32(),
            Code = reader.ReadInt32(),
            Limit = reader.ReadInt32() is var limit and >= 0 ? (SandboxLimit)limit : null,
            FailedStep = reader.ReadString() is { Length: > 0 } step ? step : null,
            FailedErrno = reader.ReadInt32(),
            FailedCause = reader.ReadString() is { Length: > 0 } cause ? cause : null,
            WallTime = new(reader.ReadInt64()),
            ProcessorTime = new(reader.ReadInt64()),
            PeakMemoryBytes = reader.ReadInt64(),
            PeakFolderBytes = reader.ReadInt64(),
            PeakFiles = reader.ReadInt32(),
            PeakProcesses = reader.ReadInt32(),
            LeftProcesses = reader.ReadInt32(),
            DroppedLogBytes = reader.ReadInt64(),
            Log = reader.ReadBytes(reader.ReadInt32()),
        };
        var abi = reader.ReadInt32();
        var attempts = Enumerable.Range(0, reader.ReadInt32()).Select(_ => new ProofAttempt(reader.ReadString(), reader.ReadInt32()));
        return new(result, abi, [.. attempts]);
    }
}

/// <summary>What a guard tells its worker at the end.</summary>
/// <param name="LandlockAbi">0 where it was not reached.</param>
internal sealed record GuardReport(SandboxResult Result, int LandlockAbi, IReadOnlyList<ProofAttempt> Attempts);
