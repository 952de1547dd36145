using System.Text.RegularExpressions;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Settings;
using AzurePerf.Sql.Engines;

namespace AzurePerf.Probes.Targets.Sql;

/// <summary>A server or folder of databases while one task works on it. Every database that a run makes is made here, and registered by
/// <see cref="DatabaseScope"/> before.</summary>
internal abstract partial class DatabaseTarget : IOpenTarget
{
    /// <summary>The word by which databases are registered.</summary>
    public const string Database = "database";

    /// <summary>How much later a client gives up than the server: to cancel may cost the client a second connection, which may be
    /// refused.</summary>
    protected static readonly TimeSpan Later = TimeSpan.FromSeconds(5);

    private ServerSettings? _settings;

    /// <summary>The setting that it was read from.</summary>
    protected abstract string Variable { get; }

    public virtual ClientSettings? ClientSettings => null;

    /// <summary>Null until <see cref="ReadSettingsAsync"/>.</summary>
    public IReadOnlyDictionary<string, string>? ServiceSettings => _settings?.Values;

    public IReadOnlyList<PointFlag> Flags => _settings?.Flags ?? [];

    public abstract IReadOnlyList<string> Notes { get; }

    /// <summary>Whether the engine is part of the worker: calls of a client block, and who writes waits on this side.</summary>
    public virtual bool IsEmbedded => false;

    /// <summary>Whether it can copy a database. Where it cannot, a copy is loaded anew.</summary>
    public virtual bool CanCopy => true;

    /// <summary>After which the server gives up what it waits for.</summary>
    /// <param name="client">After which the client does.</param>
    internal static TimeSpan ServerTimeout(TimeSpan client) => client > Later + Later ? client - Later : client / 2;

    /// <summary>Reads the settings in force for those who work on a database, for the point.</summary>
    public async Task ReadSettingsAsync(string database, CancellationToken cancellationToken) =>
        _settings = new(await SettingsAsync(database, cancellationToken));

    /// <summary>Has what signs in at hand, so that no connection waits for it.</summary>
    public virtual Task HaveSignInAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Opens a database for clients and those who load and check it, each with a connection of its own. Dispose it.</summary>
    /// <param name="name">Of a database that was made.</param>
    /// <param name="prepares">Whether clients prepare their statements.</param>
    public abstract ISqlDatabase OpenDatabase(string name, bool prepares);

    public abstract Task CheckAsync(CancellationToken cancellationToken);

    /// <summary>Makes an empty database.</summary>
    public abstract Task CreateAsync(string name, CancellationToken cancellationToken);

    /// <summary>Makes a database with all that another one has, and leaves nothing of that to be written later. Nobody is connected to the
    /// other one meanwhile.</summary>
    public abstract Task CopyAsync(string source, string name, CancellationToken cancellationToken);

    public Task RemoveAsync(string resource, string name, CancellationToken cancellationToken) => resource == Database
        ? RemoveAsync(Own(name), cancellationToken)
        : throw new NotSupportedException($"the target keeps databases only, but a {resource} was registered: {name}");

    public virtual void Dispose() => GC.SuppressFinalize(this);

    protected abstract Task RemoveAsync(string name, CancellationToken cancellationToken);

    protected abstract Task<IReadOnlyDictionary<string, string>> SettingsAsync(string database, CancellationToken cancellationToken);

    /// <summary>Of clients that keep a connection to a server each, and repeat nothing.</summary>
    protected static ClientSettings OneConnectionEach(TimeSpan operationTimeout) => new()
    {
        MaximumRetries = 0,
        TimeoutSeconds = operationTimeout.TotalSeconds,
        ConnectionsPerServer = 1,
        ConnectionLifetimeSeconds = null,
        NoDelay = true,
        Proxy = false,
        Compression = false,
    };

    /// <summary>The name, if it is one that runs make: nobody else's database is ever made, copied or removed.</summary>
    protected static string Own(string name) =>
        OwnName().IsMatch(name) ? name : throw new NotSupportedException($"no run makes a database that is called {name}");

    /// <summary>The target answers, but cannot be measured as it is set.</summary>
    /// <param name="fault">Goes on after the name of the setting.</param>
    protected SettingsException Unfit(string fault) => new($"{Variable} {fault}");

    [GeneratedRegex(@"^azp[a-z0-9]{1,59}\z")]
    private static partial Regex OwnName();
}
