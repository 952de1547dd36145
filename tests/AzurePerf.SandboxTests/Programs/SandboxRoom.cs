using System.Diagnostics;
using System.Globalization;
using AzurePerf.Sandbox.Landlock;
using AzurePerf.Sandbox.Launch;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Processes;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.SandboxTests.Programs;

/// <summary>A folder, a user and a way to run a program there; at the end no process of that user may be left.</summary>
internal sealed class SandboxRoom : IDisposable
{
    /// <summary>All are gone within a second on a machine that has time for it; a busy one is given more.</summary>
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(5);
    /// <summary>A tool that runs a command as another user, or with fewer rights.</summary>
    public const string SetPriv = "/usr/bin/setpriv";

    private static uint _nextUser = 200_000;

    private static readonly Lazy<bool> KernelHasLandlock = new(HasLandlock);

    private readonly DirectoryInfo _outer;
    private readonly bool _hasUsersOfItsOwn = Environment.IsPrivilegedProcess;

    public SandboxRoom(RunsAs runsAs, SandboxCommand? command = null)
    {
        Assert.SkipUnless(KernelHasLandlock.Value, "this kernel has no Landlock");
        Assert.SkipUnless(runsAs == RunsAs.OrdinaryUser || _hasUsersOfItsOwn, "only root can change to another user");
        Assert.SkipUnless(
            runsAs == RunsAs.RootWithOwnUser || !_hasUsersOfItsOwn || OthersReach(AppContext.BaseDirectory), "another user cannot reach the folder of the build");
        Assert.SkipUnless(runsAs == RunsAs.RootWithOwnUser || !_hasUsersOfItsOwn || File.Exists(SetPriv), "setpriv is not installed: apt-get install util-linux");
        _outer = Directory.CreateTempSubdirectory("azureperf-sandbox-");
        User = _hasUsersOfItsOwn ? Interlocked.Increment(ref _nextUser) : LibC.UserId();
        File.SetUnixFileMode(_outer.FullName, (UnixFileMode)0b111_101_101);
        Folder = _outer.CreateSubdirectory("work").FullName;
        Outside = Path.Combine(_outer.FullName, "outside.txt");
        File.WriteAllText(Outside, "the worker's");
        Command = command ?? TestPrograms.Worker;
        if (runsAs == RunsAs.OrdinaryUser && _hasUsersOfItsOwn)
        {
            FolderOwner.Give(_outer.FullName, User);
            var user = User.ToString(CultureInfo.InvariantCulture);
            Command = new(SetPriv, ["--reuid", user, "--regid", user, "--clear-groups", Command.FileName, .. Command.Arguments]);
        }

        Own = runsAs == RunsAs.RootWithOwnUser ? User : null;
    }

    public static SandboxLimits Limits { get; } = new()
    {
        MemoryBytes = 150 << 20,
        AddressSpaceBytes = 4L << 30,
        FolderBytes = 32 << 20,
        Files = 2000,
        Processes = 24,
        OpenFiles = 128,
        ProcessorTime = TimeSpan.FromSeconds(15),
        WallTime = TimeSpan.FromSeconds(15),
    };

    public uint User { get; }

    /// <summary>The user that the program is given; null: it keeps the worker's.</summary>
    public uint? Own { get; }

    public string Folder { get; }

    /// <summary>A file next to the folder, of the worker.</summary>
    public string Outside { get; }

    public SandboxCommand Command { get; }

    private string[] AsUser => _hasUsersOfItsOwn ? [Command.FileName, .. Command.Arguments.SkipLast(1)] : ["/usr/bin/env"];

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async Task<SandboxResult> AttackAsync(SandboxLimits limits, params string[] arguments)
    {
        var program = Path.Combine(Folder, "attack");
        File.Copy(TestPrograms.Attack, program, overwrite: true);
        return await RunAsync(program, limits, Cancelled, arguments);
    }

    public Task<SandboxResult> ShellAsync(string script) => RunAsync("/bin/sh", Limits, Cancelled, "-c", script);

    public async Task<SandboxResult> RunAsync(string program, SandboxLimits limits, CancellationToken cancellation, params string[] arguments)
    {
        await using var guard = await SandboxGuard.StartAsync(Command, Cancelled);
        var result = await guard.RunAsync(Request(program, limits, arguments), cancellation);
        await NoneLeftAsync();
        TestContext.Current.TestOutputHelper?.WriteLine(result.ToString());
        return result;
    }

    public SandboxRequest Request(string program, SandboxLimits limits, params string[] arguments) =>
        new() { Program = program, Arguments = arguments, Folder = Folder, UserId = Own, Limits = limits };

    /// <summary>What an attack prints as the user of the room when nothing holds it back.</summary>
    public async Task<string> OutputWithoutSandboxAsync()
    {
        var program = Path.Combine(Folder, "attack");
        File.Copy(TestPrograms.Attack, program, overwrite: true);
        // Worker and parent are others: what succeeds would hurt the tests themselves.
        string[] command = [.. AsUser, "/bin/sh", "-c", "sleep 20 & \"$0\" reach $! \"$1\"; kill -9 $!", program, Outside];
        using var process = Process.Start(
            new ProcessStartInfo(command[0], command[1..]) { WorkingDirectory = Folder, RedirectStandardOutput = true })!;
        var output = await process.StandardOutput.ReadToEndAsync(Cancelled);
        await process.WaitForExitAsync(Cancelled);
        return output;
    }

    /// <summary>A shell as the user of the room that nothing holds back.</summary>
    public Process StartWithoutSandbox(string script)
    {
        string[] command = [.. AsUser, "/bin/sh", "-c", script];
        return Process.Start(
            new ProcessStartInfo(command[0], command[1..]) { WorkingDirectory = Folder, RedirectStandardInput = true, RedirectStandardOutput = true })!;
    }

    public Task<SandboxProof> ProveAsync() => SandboxProof.RunAsync(Command, Folder, Own, Cancelled);

    /// <summary>A guard that an ordinary user started has ended, too.</summary>
    public Task NoneLeftAsync() =>
        ProcessWatch.UntilAsync(() => Processes().Count == 0, EndLimit, () => $"still there: {string.Join(", ", Processes())}");

    /// <summary>Fails when a process still runs after a second.</summary>
    public static Task EndsAsync(int process) =>
        ProcessWatch.UntilAsync(() => ProcessTree.Stat(process) is not { State: not ('Z' or 'X') }, EndLimit, () => "the guard still runs");

    /// <summary>Of the user of the room, which no other room has; where the tests have no other user, those of the hostile program.</summary>
    public List<int> Processes() =>
    [
        .. ProcFile.Processes().Where(id => FileFacts.Of(string.Create(CultureInfo.InvariantCulture, $"/proc/{id}"), out _)?.Owner == User
            && ProcessTree.Stat(id) is { State: not ('Z' or 'X') } && (_hasUsersOfItsOwn || ProcessWatch.NameOf(id) == "attack")),
    ];

    public void Dispose()
    {
        // Not by Directory.Delete: paths of hostile programs can be longer than the system takes, and folders closed.
        Run("chmod", "-R", "u+rwx", Folder);
        Run("rm", "-rf", _outer.FullName);
    }

    private static bool HasLandlock()
    {
        try
        {
            return LandlockRuleset.Abi() > 0;
        }
        catch (SetUpException)
        {
            return false;
        }
    }

    private static void Run(string tool, params string[] arguments)
    {
        using var process = Process.Start(tool, arguments);
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
    }

    private static bool OthersReach(string path)
    {
        for (var folder = new DirectoryInfo(path); folder is not null; folder = folder.Parent)
        {
            if ((folder.UnixFileMode & UnixFileMode.OtherExecute) == 0)
            {
                return false;
            }
        }

        return true;
    }
}
