using System.CommandLine;
using System.Text.Json;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Demo;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Local;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Texts;
using AzurePerf.Storage;
using AzurePerf.Storage.Access;

namespace AzurePerf.Cli.Keys;

/// <summary>The key that no other key can ask for: written by whoever has the control account.</summary>
internal sealed class FirstKey
{
    private readonly Option<string?> _secrets = new("--secrets")
    {
        Description = $"With --first: file with {StorageAccounts.ControlVariable}, - for standard input. [default the environment]",
        HelpName = "FILE",
    };

    private readonly Option<string?> _prefix = new("--prefix")
    {
        Description = "With --first: Control:Prefix of the hosts. [default none]",
        HelpName = "TEXT",
    };

    /// <summary>Adds both to a command, with the rule that they say where a first key is made.</summary>
    /// <param name="command">The command.</param>
    /// <param name="first">Its option that asks for a first key.</param>
    public void AddTo(Command command, Option<bool> first)
    {
        command.Add(_secrets);
        command.Add(_prefix);
        command.Validators.Add(result =>
        {
            if (!result.GetValue(first)
                && new[] { _secrets, _prefix }.FirstOrDefault(option => result.GetResult(option) is not null) is { Name: { } name })
            {
                result.AddError($"{name} needs --first");
            }
        });
    }

    /// <summary>Makes it, and ends it again where it cannot be given to anyone.</summary>
    /// <param name="session">Where is said what is missing.</param>
    /// <param name="parsed">The command line.</param>
    /// <param name="name">Whose key it is.</param>
    /// <param name="days">Until it expires.</param>
    /// <param name="give">Hands the key over, once; beside it is what to say where nobody gets it.</param>
    /// <param name="cancellationToken">Ends it while there is no key.</param>
    /// <exception cref="CommandFailure">There is no key for anyone.</exception>
    public async Task<ApiDocument<KeyResponse>> MakeAsync(
        Session session, ParseResult parsed, string name, int days, Action<ApiDocument<KeyResponse>, string> give,
        CancellationToken cancellationToken)
    {
        var account = await AccountAsync(session.Context, parsed, cancellationToken);
        var prefix = parsed.GetValue(_prefix) ?? "";
        var control = session.Context.ControlPlaneAt(account, prefix);
        try
        {
            return await MakeAsync(session, control, prefix + ControlNames.KeysTable, name, days, give, cancellationToken);
        }
        catch (Exception exception) when (StorageFailure.Matches(exception))
        {
            throw new CommandFailure(
                $"{StorageFailure.Describe(exception)}; the first key is written by a sign-in that may write tables there",
                cause: exception);
        }
    }

    private static async Task<ApiDocument<KeyResponse>> MakeAsync(
        Session session, ControlPlane control, string table, string name, int days, Action<ApiDocument<KeyResponse>, string> give,
        CancellationToken cancellationToken)
    {
        var (ids, time, keys) = (session.Context.Ids, session.Context.Time, new KeyStore(control.Rows));
        await control.Rows.CreateTablesAsync([ControlNames.KeysTable, ControlNames.AuditTable], cancellationToken);
        var (_, key, text) = await new KeyCreation(keys, ids, time).CreateFirstAsync(name, days, cancellationToken);
        if (key is null)
        {
            throw new CommandFailure(
                "there is a key that is in use, or somebody made the first one at this moment: ask its owner for one, or revoke it; if "
                    + $"nobody has it, remove the rows of the table {table} in the control account");
        }

        await WriteDownAsync("keys create --first");
        var made = KeyResponse.From(key, time.GetUtcNow(), text);
        var document = new ApiDocument<KeyResponse>(made, JsonSerializer.Serialize(made, ApiJson.Options));
        try
        {
            give(document, "nobody has the key, so it was revoked");
            return document;
        }
        catch (CommandFailure)
        {
            await keys.RevokeAsync(key.Id, KeyCreation.ControlAccount, time.GetUtcNow(), CancellationToken.None);
            await WriteDownAsync("keys revoke");
            throw;
        }

        // There is a key by now: without the entry it is of use, and without its text of none.
        async Task WriteDownAsync(string action)
        {
            try
            {
                await new AuditStore(control.Rows, ids, time).AppendAsync(
                    new(KeyCreation.ControlAccount, AccessScope.Admin), action, key.Id, "control account", AuditOutcome.Done,
                    cancellationToken);
            }
            catch (OperationCanceledException)
            {
                session.Tell($"the audit has no entry of `{action}`, because it was interrupted");
            }
            catch (Exception exception) when (StorageFailure.Matches(exception))
            {
                session.Tell($"the audit has no entry of `{action}`: {StorageFailure.Describe(exception)}");
            }
        }
    }

    private async Task<StorageAccountAddress> AccountAsync(CommandContext context, ParseResult parsed, CancellationToken cancellationToken)
    {
        var secrets = parsed.GetValue(_secrets) is { } path
            ? await SecretsText.ReadAsync(context.Terminal, path, cancellationToken)
            : new Dictionary<string, string>();
        return AccountSettings.Read(secrets, context.Environment, sameAccount: true).Control
            ?? throw CommandFailure.Usage(
                $"the first key is written to the control account: give {StorageAccounts.ControlVariable} in the environment or in a "
                    + $"file for --secrets");
    }
}
