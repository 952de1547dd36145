using AzurePerf.Imagery.Products;
using AzurePerf.Sources;
using AzurePerf.Sources.Https;
using Microsoft.Extensions.Logging;
using Xunit;

namespace AzurePerf.ImageryTests.Sources;

/// <summary>A server, the archive that asks it, and what must hold in every test: no text has the token.</summary>
internal sealed class ArchiveScene : IAsyncDisposable, ILogger
{
    public const string Secret = "s3cr3t-T0ken.value";
    public const string Name = "MOD11A1.A2010032.h10v05.061.2021165110811.hdf";
    private readonly List<string> _texts = [];

    private ArchiveScene(ArchiveServer server, ArchiveSettings settings, string? token)
    {
        (Server, Settings) = (server, settings);
        Archive = new(settings, token is null ? null : new(token), Time, this, settings.BaseAddress.Scheme == "https" ? server.Trust : null);
        _texts.Add(settings.ToString());
    }

    public static ArchiveFolder Folder { get; } = new("MOD11A1", 61, new DateOnly(2010, 2, 1));

    public static byte[] Content { get; } = [.. Enumerable.Range(0, 300_000).Select(x => (byte)(x * 31 >> 3))];

    /// <summary>As md5sum prints it.</summary>
    public static string Md5 => "e5a18a1182e56fbf0bd8e33fa8ce6121";

    public static ArchiveFile File { get; } = new(Name, GranuleName.Parse(Name)!, Content.Length, Md5, null);

    public ArchiveServer Server { get; }

    public ArchiveSettings Settings { get; }

    public HttpsArchive Archive { get; }

    public PromptTime Time { get; } = new(TimeSpan.FromSeconds(47));

    public ArrivingStream Target { get; } = new();

    public IReadOnlyList<string> Logged => _texts;

    public static async Task<ArchiveScene> BeginAsync(
        Func<ArchiveSettings, ArchiveSettings>? change = null, bool isSecure = false, string? token = Secret)
    {
        var server = await ArchiveServer.StartAsync(isSecure);
        var settings = new ArchiveSettings { BaseAddress = server.Address, ProgressLimit = TimeSpan.FromSeconds(47) };
        return new(server, change?.Invoke(settings) ?? settings, token);
    }

    public Task FetchAsync(ArchiveFile? file = null, PartialFile? target = null) =>
        Archive.FetchAsync(file ?? File, target ?? new(Target), TestContext.Current.CancellationToken);

    public Task<IReadOnlyList<ArchiveFile>> ListAsync() => Archive.ListAsync(Folder, TestContext.Current.CancellationToken);

    /// <summary>The failure of an action, of which no text has the token.</summary>
    public async Task<SourceException> FailureOfAsync(Func<Task> action, SourceCause cause)
    {
        var failure = await Assert.ThrowsAsync<SourceException>(action);
        Assert.Equal(cause, failure.Cause);
        Assert.Matches(@"[.?]\z", failure.Message);
        _texts.Add(failure.ToString());
        return failure;
    }

    public void CheckCame() => Assert.Equal(Content, Target.ToArray());

    public async ValueTask DisposeAsync()
    {
        Archive.Dispose();
        await Server.DisposeAsync();
        await Target.DisposeAsync();
        Assert.All(_texts, x => Assert.DoesNotContain(Secret, x, StringComparison.OrdinalIgnoreCase));
        Assert.All(Server.Seen, x => Assert.DoesNotContain(Secret, x.Target, StringComparison.OrdinalIgnoreCase));
    }

    IDisposable? ILogger.BeginScope<TState>(TState state) => null;

    bool ILogger.IsEnabled(LogLevel logLevel) => true;

    void ILogger.Log<TState>(
        LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
        _texts.Add(formatter(state, exception) + exception);
}
