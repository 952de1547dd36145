using System.Globalization;

namespace AzurePerf.SandboxTests.Programs;

/// <summary>Waits until a program, or a thread of one, runs.</summary>
internal static class ProcessWatch
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(10);

    public static async Task<int> ProgramAsync(SandboxRoom room, string name, int processes = 3)
    {
        int[] found = [];
        await UntilAsync(
            () =>
            {
                found = [.. room.Processes().Where(id => NameOf(id) == name)];
                return found.Length >= processes;
            },
            Longest, () => "the program does not start");
        return found[0];
    }

    public static Task ThreadAsync(int process, string name) => UntilAsync(
        () => Directory.GetDirectories(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/task")).Any(thread => NameAt(thread) == name),
        Longest, () => $"no thread {name}");

    /// <summary>Looks every 10 ms until something holds; fails when that takes too long.</summary>
    public static async Task UntilAsync(Func<bool> holds, TimeSpan limit, Func<string> otherwise)
    {
        var began = TimeProvider.System.GetTimestamp();
        while (!holds())
        {
            Assert.True(TimeProvider.System.GetElapsedTime(began) < limit, otherwise());
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, TestContext.Current.CancellationToken);
        }
    }

    public static string NameOf(int process) => NameAt(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}"));

    private static string NameAt(string folder)
    {
        try
        {
            return File.ReadAllText(Path.Combine(folder, "comm")).Trim();
        }
        catch (IOException)
        {
            return "";
        }
    }
}
