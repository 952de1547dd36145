using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Programs;
using AzurePerf.Storage.Programs;
using AzurePerf.Web.Access;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Programs;

/// <summary>Users' own programs: whose they are, and whether they may run. Takes and revokes them as the API does.</summary>
[ScopeNeeded(AccessScope.Programs, OfChangesOnly = true)]
[RequestSizeLimit(PackageLimits.ZippedBytes + UploadFormAttribute.OtherBytes)]
[UploadForm]
internal sealed class ProgramsPage(ProgramStore programs, ProgramUploads uploads, ProgramOptions options) : PageModel
{
    public const string Address = "/programs";
    private const string TooMany = "There are as many programs as there may be.";

    /// <summary>Those that may run, the newest first.</summary>
    public IReadOnlyList<ProgramResponse> Active { get; private set; } = [];

    /// <summary>Those that run no more, the newest first.</summary>
    public IReadOnlyList<ProgramResponse> Revoked { get; private set; } = [];

    /// <summary>What is wrong with rows that cannot be read.</summary>
    public IReadOnlyList<string> Unreadable { get; private set; } = [];

    /// <summary>Why nothing was uploaded, as a sentence; empty for no reason.</summary>
    public string Fault { get; private set; } = "";

    /// <summary>Whether programs may be uploaded and run here.</summary>
    public bool Allowed => options.Allowed;

    /// <summary>True when the reader of the page may upload and revoke.</summary>
    public bool MayChange => HttpContext.Caller().Scope >= AccessScope.Programs;

    public Task OnGetAsync() => ShowAsync();

    public async Task<IActionResult> OnPostAddAsync(IFormFile? program)
    {
        if (!options.Allowed)
        {
            return await RefuseAsync(StatusCodes.Status409Conflict, ProgramOptions.NotAllowed);
        }

        if (program is null || program.Length == 0)
        {
            return await RefuseAsync(StatusCodes.Status400BadRequest, "Choose a zip file.");
        }

        await using var zip = program.OpenReadStream();
        var upload = await uploads.AddAsync(zip, HttpContext.Caller().Name, HttpContext.RequestAborted);
        switch (upload.Outcome)
        {
            case ProgramAddition.Added:
                AuditTrail.NoteSubject(HttpContext, upload.Program!.Hash);
                return Redirect($"{Address}#{upload.Program.Hash}");
            case ProgramAddition.Known:
                AuditTrail.NoteNothing(HttpContext);
                return Redirect($"{Address}#{upload.Program!.Hash}");
            case ProgramAddition.Revoked:
                return await RefuseAsync(StatusCodes.Status409Conflict, ProgramsApi.RevokedText(upload.Program!));
            case ProgramAddition.TooMany:
                return await RefuseAsync(StatusCodes.Status409Conflict, TooMany);
            default:
                return await RefuseAsync(StatusCodes.Status400BadRequest, upload.Fault);
        }
    }

    public async Task<IActionResult> OnPostRevokeAsync([FromQuery] string? hash)
    {
        if (!ProgramHash.IsValid(hash) || await programs.RevokeAsync(hash!, HttpContext.Caller().Name, HttpContext.RequestAborted) is null)
        {
            return NotFound();
        }

        AuditTrail.NoteSubject(HttpContext, hash!);
        return Redirect(Address);
    }

    private async Task<PageResult> RefuseAsync(int status, string fault)
    {
        AuditTrail.NoteNothing(HttpContext);
        Fault = fault;
        Response.StatusCode = status;
        await ShowAsync();
        return Page();
    }

    private async Task ShowAsync()
    {
        var list = await programs.ReadAsync(options, HttpContext.RequestAborted);
        Active = [.. list.Programs.Where(program => program.RevokedAt is null)];
        Revoked = [.. list.Programs.Where(program => program.RevokedAt is not null)];
        Unreadable = list.Faults;
    }
}
