using System.Globalization;

namespace AzurePerf.SandboxTests.Programs;

/// <summary>Waits until a program, or a thread of one, runs.</summary>
internal static class ProcessWatch
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(10);

    public static async Task<int> ProgramAsync(SandboxRoom room, string name, int processes = 3)
    {
        var began = TimeProvider.System.GetTimestamp();
        while (true)
        {
            var found = room.Processes().Where(id => NameOf(id) == name).ToArray();
            if (found.Length >= processes)
            {
                return found[0];
            }

            Assert.True(TimeProvider.System.GetElapsedTime(began) < Longest, "the program does not start");
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, TestContext.Current.CancellationToken);
        }
    }

    public static async Task ThreadAsync(int process, string name)
    {
        var began = TimeProvider.System.GetTimestamp();
        while (!Directory.GetDirectories(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/task")).Any(thread => NameAt(thread) == name))
        {
            Assert.True(TimeProvider.System.GetElapsedTime(began) < Longest, $"no thread {name}");
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
