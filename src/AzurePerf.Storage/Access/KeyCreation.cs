using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;

namespace AzurePerf.Storage.Access;

/// <summary>Makes keys. The text of one is given back and kept nowhere.</summary>
public sealed class KeyCreation(KeyStore keys, IIdSource ids, TimeProvider time)
{
    /// <summary>Who makes the first key: whoever has the control account.</summary>
    public const string ControlAccount = "control-account";

    /// <summary>Makes a key as it was asked for.</summary>
    /// <param name="request">What was validated before.</param>
    /// <param name="by">Who asks.</param>
    public Task<(KeyCreationOutcome Outcome, AccessKey? Key, string Text)> CreateAsync(
        KeyRequest request, string by, CancellationToken cancellationToken) =>
        CreateAsync(AccessKeyText.New(ids.NewId()), request, by, cancellationToken);

    /// <summary>Makes a key of a form that may be sent again: one for each thing that it asks for, and another only where that has
    /// ended.</summary>
    /// <param name="secret">Made with the form. No key itself: who has one must not know the next one.</param>
    /// <param name="request">What was validated before, of a key that replaces none.</param>
    /// <param name="by">Who asks.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task<(KeyCreationOutcome Outcome, AccessKey? Key, string Text)> CreateOnceAsync(
        string secret, KeyRequest request, string by, CancellationToken cancellationToken)
    {
        for (var ended = 0; ; ended++)
        {
            var text = AccessKeyText.From(secret, by, $"{request.Name}", $"{request.Scope}", $"{request.ExpiresInDays}", $"{ended}");
            if (await keys.FindAsync(AccessKeyText.IdOf(text)!, cancellationToken) is not { } made)
            {
                return await CreateAsync(text, request, by, cancellationToken);
            }

            if (made.StateAt(time.GetUtcNow()) == AccessKeyState.Active)
            {
                return (KeyCreationOutcome.Created, made, text);
            }
        }
    }

    private async Task<(KeyCreationOutcome Outcome, AccessKey? Key, string Text)> CreateAsync(
        string text, KeyRequest request, string by, CancellationToken cancellationToken)
    {
        while (true)
        {
            var now = time.GetUtcNow();
            var active = await keys.FindActiveAsync(now, cancellationToken);
            if (active.Keys.FirstOrDefault(key => key.IsTextOf(text)) is { } made)
            {
                // Asked for twice at once, and the other one was faster.
                return (KeyCreationOutcome.Created, made, text);
            }

            var replaced = active.Keys.FirstOrDefault(key => key.Id == request.Replaces);
            if (request.Replaces is not null && replaced is not { ReplacedBy: "" })
            {
                return (KeyCreationOutcome.NothingToReplace, null, "");
            }

            var key = Make(text, request.Name ?? replaced!.Name, request.Scope ?? replaced!.Scope, request.ExpiresInDays, by, now);
            if (active.Keys.Any(other => other.Name == key.Name && other.Name != replaced?.Name))
            {
                return (KeyCreationOutcome.NameTaken, null, "");
            }

            if (await keys.TryAddAsync(
                key, replaced is null ? null : Ending(replaced, key.Id, now.AddHours(request.OverlapHours)), active, cancellationToken))
            {
                return (KeyCreationOutcome.Created, key, text);
            }
        }
    }

    /// <summary>Makes a key for an administrator while no other one opens anything. Its write is not given up: no other key could end one
    /// whose text nobody has.</summary>
    public async Task<(KeyCreationOutcome Outcome, AccessKey? Key, string Text)> CreateFirstAsync(
        string name, int expiresInDays, CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var active = await keys.FindActiveAsync(now, cancellationToken);
        var text = AccessKeyText.New(ids.NewId());
        var key = Make(text, name, AccessScope.Admin, expiresInDays, ControlAccount, now);
        return active.Keys.Count == 0 && await keys.TryAddAsync(key, null, active, CancellationToken.None)
            ? (KeyCreationOutcome.Created, key, text)
            : (KeyCreationOutcome.NotTheFirst, null, "");
    }

    private static AccessKey Make(string text, string name, AccessScope scope, int expiresInDays, string by, DateTimeOffset now) => new()
    {
        Id = AccessKeyText.IdOf(text)!,
        Hash = AccessKeyText.HashOf(text),
        Name = name,
        Scope = scope,
        CreatedBy = by,
        CreatedAt = now,
        ExpiresAt = now.AddDays(expiresInDays),
    };

    private static AccessKey Ending(AccessKey key, string successor, DateTimeOffset end) =>
        key with { ReplacedBy = successor, ExpiresAt = key.ExpiresAt < end ? key.ExpiresAt : end };
}

public enum KeyCreationOutcome
{
    Created,

    /// <summary>Another key that still opens something has the name.</summary>
    NameTaken,

    /// <summary>The key to be replaced does not exist or opens nothing any more.</summary>
    NothingToReplace,

    /// <summary>The first key was asked for, and there is one.</summary>
    NotTheFirst,
}
