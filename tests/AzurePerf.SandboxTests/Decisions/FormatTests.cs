using System.Runtime.InteropServices;
using System.Text;
using AzurePerf.Sandbox.Guard;
using AzurePerf.Sandbox.Landlock;
using AzurePerf.Sandbox.Launch;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Processes;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.SandboxTests.Decisions;

/// <summary>What is read from the kernel and sent between the processes of a sandbox.</summary>
public sealed class FormatTests
{
    [Fact]
    public void A_program_cannot_hide_behind_its_name() => Assert.Equal(
        new ProcessStat(12, 'S', 11, 10, 3, 9),
        ProcessStat.Parse("12 (a) R 1 1 (b)) S 11 9 10 0 -1 4194304 1 2 3 4 5 4 6 7 20 0 3 0 100 1000 50 18446744073709551615 1"u8));

    [Theory]
    [InlineData("")]
    [InlineData("12 (a")]
    [InlineData("12 (a) ")]
    [InlineData("12 (a) S 1 2")]
    public void A_line_of_a_process_that_has_gone_is_none(string line) => Assert.Null(ProcessStat.Parse(Encoding.ASCII.GetBytes(line)));

    [Fact]
    public void Memory_is_what_no_file_has_resident_or_swapped_out() => Assert.Equal(
        (100 + 7 + 3) * 1024, ProcessMemory.Parse("Name:\tRssAnon: 5\nVmRSS:\t 900 kB\nRssAnon:\t     100 kB\nRssFile:\t 800 kB\nRssShmem:\t 7 kB\nVmSwap:\t 3 kB\n"u8)!.Value.Bytes);

    [Fact]
    public void A_mapped_file_reaches_to_the_end_of_what_is_mapped()
    {
        Assert.Equal(new MappedFile(0xFE | (1UL << 32), 77, 0x3000, "7f0000001000-7f0000002000", "/f/a b (deleted)"), MappedFile.Parse("7f0000001000-7f0000002000 rw-s 00002000 fe:01 77    /f/a b (deleted)"));
        Assert.Null(MappedFile.Parse("7f0000001000-7f0000002000 rw-p 00000000 00:00 0 "));
    }

    [Fact]
    public void A_request_arrives_as_it_was_sent()
    {
        var sent = RequestFormat.Sample with { UserId = 61_000, IsProof = true, NewestLandlockAbi = 3, WorkerProcessId = 5, Arguments = ["a b", "ä"] };

        var arrived = RequestFormat.Read(RequestFormat.Write(sent));

        Assert.Equal(sent.Arguments, arrived.Arguments);
        Assert.Equal(sent.Environment, arrived.Environment);
        Assert.Equal(sent, arrived with { Arguments = sent.Arguments, Environment = sent.Environment });
    }

    [Fact]
    public void A_report_arrives_as_it_was_sent()
    {
        var result = new SandboxResult
        {
            End = SandboxEnd.OverLimit,
            Code = 3,
            Limit = SandboxLimit.Memory,
            FailedStep = "step",
            FailedErrno = 13,
            FailedCause = "cause",
            WallTime = TimeSpan.FromSeconds(2),
            ProcessorTime = TimeSpan.FromSeconds(1),
            PeakMemoryBytes = 4,
            PeakFolderBytes = 5,
            PeakFiles = 6,
            PeakProcesses = 7,
            LeftProcesses = 8,
            Log = "log"u8.ToArray(),
            DroppedLogBytes = 9,
        };

        var arrived = ReportFormat.Read(ReportFormat.Write(new(result, 6, [new("try", 1)])));

        Assert.Equal("log", arrived.Result.LogText);
        Assert.Equal(result, arrived.Result with { Log = result.Log });
        Assert.Equal((6, new ProofAttempt("try", 1)), (arrived.LandlockAbi, Assert.Single(arrived.Attempts)));
    }

    [Theory]
    [InlineData(1, 0x1FFF, 0, 8)]
    [InlineData(2, 0x3FFF, 0, 8)]
    [InlineData(3, 0x7FFF, 0, 8)]
    [InlineData(4, 0x7FFF, 3, 16)]
    [InlineData(5, 0xFFFF, 3, 16)]
    [InlineData(6, 0xFFFF, 3, 24)]
    public void Each_version_of_Landlock_handles_all_that_it_has(int abi, ulong files, ulong network, int bytes)
    {
        Assert.Equal((files, network, bytes), (LandlockAccess.HandledFiles(abi), LandlockAccess.HandledNetwork(abi), LandlockAccess.AttributeBytes(abi)));
        Assert.Equal(abi == 6 ? 3UL : 0, LandlockAccess.Scoped(abi));
    }

    [Fact]
    public void A_proof_in_which_an_attempt_succeeded_names_it()
    {
        var attempts = Refused().Select(attempt => attempt.Name == ProofPlan.InternetSocket ? attempt with { Errno = 0 } : attempt).ToArray();

        Assert.Equal("User programs are refused: in the sandbox a program could open an internet socket.", SandboxProof.Judge(null, 0, 6, attempts).Refusal);
    }

    [Theory]
    [InlineData(ProofPlan.WorkerMemory, Errno.NoSuchFile, null)]
    [InlineData(ProofPlan.WorkerEnvironment, Errno.NoSuchFile, null)]
    [InlineData(ProofPlan.OtherFile, Errno.NoSuchFile, null)]
    [InlineData(ProofPlan.OtherFolder, Errno.NoSuchFile, "list / is not known, because the attempt failed with ENOENT (no such file).")]
    [InlineData(ProofPlan.WorkerMemory, 12, "open the worker's memory (/proc) is not known, because the attempt failed with ENOMEM (not enough memory).")]
    public void What_was_not_there_or_failed_otherwise_was_not_reached(string name, int errno, string? unknown)
    {
        ProofAttempt[] attempts = [.. Refused()[..^1], new(name, errno)];

        var proof = SandboxProof.Judge(null, 0, 6, attempts);

        Assert.Equal(unknown is null ? null : $"User programs are refused: whether a program in the sandbox could {unknown}", proof.Refusal);
        Assert.False(proof.IsBreached);
    }

    [Fact]
    public void A_proof_needs_every_attempt_and_one_that_succeeds()
    {
        Assert.Null(SandboxProof.Judge(null, 0, 6, Refused()).Refusal);
        Assert.NotNull(SandboxProof.Judge(null, 0, 6, Refused()[..^1]).Refusal);
        Assert.NotNull(SandboxProof.Judge(null, 0, 6, [.. Refused().Select(attempt => attempt with { Errno = Errno.AccessDenied })]).Refusal);
    }

    [Theory]
    [InlineData(true, Architecture.X64, true)]
    [InlineData(true, Architecture.Arm64, true)]
    [InlineData(true, Architecture.X86, false)]
    [InlineData(false, Architecture.X64, false)]
    public void Other_systems_are_refused_in_one_sentence(bool isLinux, Architecture architecture, bool isFine) => Assert.Equal(
        isFine ? null : "User programs are refused: they need Linux on x86-64 or arm64.", SandboxProof.RefusalOf(isLinux, architecture));

    [Theory]
    [InlineData(6, 4)]
    [InlineData(5, 1)]
    [InlineData(0, 1)]
    public void Before_signals_are_scoped_one_program_runs_at_once(int abi, int atOnce) => Assert.Equal(atOnce, new SandboxProof(null, abi, []).AtOnce(4));

    private static ProofAttempt[] Refused() =>
    [
        new(ProofPlan.OwnFile, 0),
        .. Enumerable.Range(1, ProofPlan.Attempts - 2).Select(number => new ProofAttempt($"attempt {number}", Errno.NotPermitted)),
        new(ProofPlan.InternetSocket, Errno.NotPermitted),
    ];
}
