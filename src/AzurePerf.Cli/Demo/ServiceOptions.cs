using System.CommandLine;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Local;
using AzurePerf.Cli.Local.Postgres;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Targets.Sql;

namespace AzurePerf.Cli.Demo;

/// <summary>The options that say which services to start.</summary>
internal sealed class ServiceOptions
{
    private const int MostWorkers = 64;

    private readonly Option<int> _port = IntegerOption.Create(
        "--port", "Port of API and portal on the loopback address.", 1, 65_535, byDefault: 5080);
    private readonly Option<int> _workers;
    private readonly Option<string?> _logs = new("--logs") { Description = "Directory for the processes' logs.", HelpName = "DIR" };
    private readonly Option<string?> _secrets = new("--secrets")
    {
        Description =
            "File with AZUREPERF_CONTROL, AZUREPERF_TARGET or AZUREPERF_TARGET_NAME as NAME=VALUE lines or JSON, - for standard input; "
            + "each a connection string, an account URI with Entra sign-in, or a database's address. What is not given is an emulator.",
        HelpName = "FILE",
    };

    private readonly Option<bool> _sameAccount = new("--same-account")
    {
        Description = "Allow one account as control plane and target; marks every point.",
    };

    /// <summary>Adds them to a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="workers">Measure workers where it is not said how many.</param>
    /// <param name="fewest">Measure workers at least: what is measured between two waits for the second.</param>
    public ServiceOptions(Command command, int workers, int fewest)
    {
        _workers = IntegerOption.Create(
            "--workers", "Measure workers; a bag worker is started when there is something for it to do.", fewest, MostWorkers, workers);
        foreach (var option in new Option[] { _port, _workers, _logs, _secrets, _sameAccount })
        {
            command.Add(option);
        }
    }

    /// <summary>True when the number of measure workers was asked for.</summary>
    public bool GiveWorkers(ParseResult parsed) => parsed.GetResult(_workers) is { Implicit: false };

    /// <summary>What to start.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="context">Where the environment is.</param>
    /// <param name="measuresDatabases">Whether there must be a database.</param>
    /// <param name="cancellationToken">Ends the reading of standard input.</param>
    /// <exception cref="CommandFailure">Something cannot be meant; nothing is started yet.</exception>
    public async Task<ServiceRequest> ReadAsync(
        ParseResult parsed, CommandContext context, bool measuresDatabases, CancellationToken cancellationToken)
    {
        RefuseSignIn(context.Environment);
        var logs = parsed.GetValue(_logs);
        if (logs is not null && string.IsNullOrWhiteSpace(logs))
        {
            throw CommandFailure.Usage("--logs: name a folder");
        }

        var secrets = parsed.GetValue(_secrets) is { } path
            ? await SecretsText.ReadAsync(context.Terminal, path, cancellationToken)
            : new Dictionary<string, string>();
        var accounts = AccountSettings.Read(secrets, context.Environment, parsed.GetValue(_sameAccount));
        RefuseNames(accounts);
        if (measuresDatabases)
        {
            RefuseNameOfDatabase(accounts);
        }

        return new(parsed.GetValue(_port), WorkerNumbers.OfMeasure(parsed.GetValue(_workers)), logs, accounts)
        {
            MeasuresDatabases = measuresDatabases,
            MakesSource = HostVariables.Find(context.Environment, "Archive:BaseAddress") is null,
            ControlPrefix = HostVariables.Find(context.Environment, LocalCluster.PrefixSetting)?.Value ?? "",
        };
    }

    /// <summary>The host takes this setting from the environment of whoever starts it, and then asks for a key that nobody has: the
    /// emulator that would hold it ends with the command.</summary>
    private static void RefuseSignIn(IReadOnlyDictionary<string, string> environment)
    {
        if (HostVariables.Find(environment, "Access:Mode") is var (name, mode)
            && !mode.Trim().Equals("local", StringComparison.OrdinalIgnoreCase))
        {
            throw CommandFailure.Usage(
                $"{name} is {PlainText.OneLine(mode)}, but up and demo serve this machine only and let in anyone who uses it: unset it; "
                + "to ask for keys start the hosts one by one, as docs/running.md and docs/access.md say");
        }
    }

    /// <summary>The portal is told the names in a setting that takes fewer of them than the variables do: it would end, and name a setting
    /// that nobody has set.</summary>
    private static void RefuseNames(AccountSettings accounts)
    {
        var faults = accounts.Targets.Keys.Concat(accounts.Others.Settings.Select(setting => setting.Name))
            .Where(name => !char.IsAsciiLetter(name[0]))
            .Select(name => $"{StorageAccounts.TargetVariable}_{name.ToUpperInvariant()} has a name that up and demo cannot take: "
                + $"what follows {StorageAccounts.TargetVariable}_ must have a letter first")
            .ToArray();
        if (faults.Length > 0)
        {
            throw CommandFailure.Usage(string.Join('\n', faults));
        }
    }

    /// <summary>The database that is started would take the place of a target that somebody named, without a word.</summary>
    private static void RefuseNameOfDatabase(AccountSettings accounts)
    {
        if (!accounts.Others.HasDatabase
            && accounts.Targets.Keys.Concat(accounts.Others.Settings.Select(setting => setting.Name)).Contains(SqlTarget.OfLocalStart))
        {
            throw CommandFailure.Usage(
                $"{LocalDatabase.Variable} is the name of the database that is started here, but what it gives is none: call that target "
                    + "otherwise");
        }
    }
}
